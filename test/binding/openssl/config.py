# SPDX-License-Identifier: Apache-2.0
"""openssl.cnf as docs/openssl.md tells to install the provider; {module} is where the build has it."""

CONFIG = """openssl_conf = openssl_init
[openssl_init]
providers = provider_sect
alg_section = evp_properties
[evp_properties]
default_properties = ?provider=outboard
[provider_sect]
default = default_sect
outboard = outboard_sect
[default_sect]
activate = 1
[outboard_sect]
activate = 1
module = {module}
"""
