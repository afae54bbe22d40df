# SPDX-License-Identifier: Apache-2.0
# The default kernel of the virtual machine, its headers, and what runs inside, in build/deps/vm; others come when asked
# for.
# needs: host python

need_vm() {
    step "fetch a kernel for the virtual machine" scripts/verbs/vm --fetch
}
