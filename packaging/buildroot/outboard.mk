# SPDX-License-Identifier: Apache-2.0
# Buildroot: copy this folder to package/outboard of a Buildroot tree or of an external one, and name OUTBOARD_SITE a folder
# with the tarball (packaging/debian.sh makes it).
OUTBOARD_VERSION = 0.1.0
OUTBOARD_SITE ?= $(TOPDIR)/dl/outboard
OUTBOARD_SITE_METHOD = file
OUTBOARD_SOURCE = outboard_$(OUTBOARD_VERSION).orig.tar.xz
OUTBOARD_LICENSE = Apache-2.0
OUTBOARD_LICENSE_FILES = LICENSE
OUTBOARD_INSTALL_STAGING = YES
OUTBOARD_DEPENDENCIES = host-pkgconf openssl
OUTBOARD_CONF_OPTS = -DOB_TESTS=OFF -DOB_DEPS_DIR=$(@D)/none -DOB_OPENSSL_MODULES_DIR=/usr/lib/ossl-modules

$(eval $(cmake-package))
