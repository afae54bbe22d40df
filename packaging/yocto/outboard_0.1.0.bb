# SPDX-License-Identifier: Apache-2.0
# Yocto: copy this file to recipes-crypto/outboard of a layer, and the tarball (packaging/debian.sh makes it) beside it.
SUMMARY = "Crypto operations on the engine that pays"
LICENSE = "Apache-2.0"
LIC_FILES_CHKSUM = "file://LICENSE;md5=3b83ef96387f14655fc854ddc3c6bd57"
SRC_URI = "file://outboard_${PV}.orig.tar.xz"
S = "${WORKDIR}/outboard-${PV}"
DEPENDS = "openssl"
inherit cmake pkgconfig systemd

EXTRA_OECMAKE = "-DOB_TESTS=OFF -DOB_DEPS_DIR=${S}/none -DOB_OPENSSL_MODULES_DIR=${libdir}/ossl-modules"
SYSTEMD_SERVICE:${PN} = "outboard-prices.service outboard-prices-full.timer"
SYSTEMD_AUTO_ENABLE = "disable"

PACKAGES =+ "${PN}-openssl"
FILES:${PN}-openssl = "${bindir}/outboard-provider ${libdir}/ossl-modules/outboard.so"
RDEPENDS:${PN}-openssl = "${PN} openssl-conf"
FILES:${PN} += "${libexecdir}/outboard ${nonarch_libdir}/systemd ${nonarch_libdir}/sysusers.d ${nonarch_libdir}/tmpfiles.d \
    ${datadir}/bash-completion ${datadir}/fish ${datadir}/zsh"
