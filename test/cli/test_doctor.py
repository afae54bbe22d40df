#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The command doctor on made-up systems: each fault alone is found, with the line that mends it, and a sound system has
none."""

import json
import os
import subprocess
import unittest
from pathlib import Path

from common import FILE, NO, OK, PROGRAM, USAGE, CliTest

CONFIGURATION = """
openssl_conf = openssl_init

[openssl_init]
providers = provider_sect
alg_section = evp_properties

[evp_properties]
default_properties = ?provider=outboard   # preferred, not required

[provider_sect]
default = default_sect
outboard = outboard_sect

[default_sect]
activate = 1

[outboard_sect]
activate = 1
"""
PRICES = """outboard-prices,1,ns,armada,2026-11-20,0
engine,algorithm,curve,bits_min,bits_max,dirs,mode,upto,open,setup,per_kib,cpu_setup,cpu_per_kib
openssl,aes-cbc,-,128,128,e,sw,512,300,100,20000,100,20000
openssl,aes-cbc,-,128,128,e,sw,any,300,110,19980,110,19980
openssl,aes-cbc,-,128,128,d,sw,any,300,100,5000,100,5000
openssl,aes-gcm,-,128,128,ed,sw,any,300,100,9000,100,9000
openssl,sha1,-,0,0,e,sw,any,0,100,5000,100,5000
afalg,aes-cbc,-,128,256,ed,dma,any,2000,30000,8000,9000,500
afalg,sha1,-,0,0,e,sw,any,0,1,1,1,1
openssl,rsa,secp256r1,2048,2048,e,sw,any,0,100,5000,100,5000
"""
EVIDENCE = """# holds for boot 6.1.0-25-armmp 0123456789abcdef
driver,algorithm,verdict,evidence,detail
mv-cbc-aes,aes-cbc,hardware,interrupts,"interrupt f1090000.crypto: 1 per operation"
"""


def driver(name: str, driver: str, module: str, priority: int = 100, kind: str = "skcipher", sync: str = "no") -> str:
    return (
        f"name         : {name}\ndriver       : {driver}\nmodule       : {module}\npriority     : {priority}\n"
        f"refcnt       : 1\nselftest     : passed\ninternal     : no\ntype         : {kind}\n"
        f"async        : {'no' if sync == 'yes' else 'yes'}\nblocksize    : 16\n\n"
    )


CESA = driver("cbc(aes)", "mv-cbc-aes", "marvell_cesa", 300)
SOFTWARE = driver("cbc(aes)", "cbc-aes-neonbs", "aes_arm_bs", 250) + driver("xts(aes)", "xts-aes-ce", "aes_ce", 200)


class DoctorTest(CliTest):
    """self.system is an Armada with its CESA driver and everything in order."""

    def setUp(self) -> None:
        super().setUp()
        self.system = self.folder / "system"
        self.put("proc/sys/kernel/osrelease", "6.1.0-25-armmp\n")
        self.put("proc/crypto", CESA + SOFTWARE)
        self.bind("marvell_cesa", "platform", "marvell-cesa", "f1090000.crypto")
        self.put("dev/crypto", "")
        (self.system / "dev/crypto").chmod(0o660)
        self.put("etc/ssl/openssl.cnf", CONFIGURATION)
        self.put("usr/lib/arm-linux-gnueabihf/ossl-modules/outboard.so", "")
        self.put("var/cache/outboard/prices.csv", PRICES)
        self.put("var/cache/outboard/evidence.csv", EVIDENCE)

    def put(self, path: str, text: str) -> None:
        file = self.system / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def bind(self, module: str, bus: str, name: str, device: str) -> None:
        (self.system / f"sys/module/{module}/drivers/{bus}:{name}").mkdir(parents=True)
        folder = self.system / f"sys/bus/{bus}/drivers/{name}"
        (folder / device).mkdir(parents=True)
        for file in ("bind", "uevent", "module"):
            (folder / file).write_text("")

    def doctor(self, *options: str) -> tuple[int, str]:
        return self.examine("--root", str(self.system), *options)

    def examine(self, *options: str) -> tuple[int, str]:
        """Exit code and output, of which the code is 0 or 1."""
        command = [PROGRAM, "doctor", *options]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=100, check=False)
        self.assertIn(done.returncode, (OK, NO), done.stderr)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def finds(self, what: str, fix: str = "") -> None:
        """One problem, with these words and this fix."""
        code, printed = self.doctor()
        problems = [line for line in printed.splitlines() if line.startswith("  problem")]
        self.assertEqual((code, len(problems)), (NO, 1), printed)
        self.assertIn(what, problems[0])
        if fix:
            self.assertIn(fix, printed[printed.index(problems[0]) :].splitlines()[1])

    def test_sound_system(self) -> None:
        code, printed = self.doctor("-v")
        self.assertEqual(code, OK, printed)
        self.assertIn("Linux 6.1.0-25-armmp", printed)
        self.assertIn("cbc(aes): mv-cbc-aes, whose module drives device f1090000.crypto", printed)
        self.assertIn("no problem found", printed)
        self.assertNotIn("  ok", self.doctor()[1])

    def test_software_is_not_called_hardware(self) -> None:
        self.put("proc/crypto", driver("cbc(aes)", "cbc-aes-superengine", "superengine", 4001))
        (self.system / "sys/module/superengine").mkdir(parents=True)
        code, printed = self.doctor()
        self.assertEqual(code, OK, printed)
        self.assertIn("no crypto driver is bound to a device", printed)
        self.assertNotIn("superengine", printed)

    def test_software_before_the_device(self) -> None:
        self.put("proc/crypto", CESA + driver("cbc(aes)", "cbc-aes-neonbs", "aes_arm_bs", 500))
        self.finds("cbc-aes-neonbs (priority 500) is preferred to mv-cbc-aes on device f1090000.crypto (priority 300)")

    def test_synchronous_driver(self) -> None:
        self.put("proc/crypto", driver("cbc(aes)", "mv-cbc-aes", "marvell_cesa", 300, sync="yes"))
        self.assertIn("no CPU time back", self.doctor()[1])

    def test_kernel_without_hardware_in_af_alg(self) -> None:
        for release, bad in (("7.1.9", False), ("7.2.0-rc1", True), ("8.0.1", True)):
            self.put("proc/sys/kernel/osrelease", release + "\n")
            if bad:
                self.finds("from Linux 7.2 on AF_ALG runs the kernel's software alone")
            else:
                self.assertEqual(self.doctor()[0], OK)

    def test_restricted_af_alg(self) -> None:
        self.put("proc/sys/crypto/af_alg_restrict", "1\n")
        self.finds("af_alg_restrict is 1", "sysctl crypto.af_alg_restrict=0")

    def test_cryptodev_without_its_node(self) -> None:
        (self.system / "dev/crypto").unlink()
        self.assertIn("modprobe cryptodev", self.doctor()[1])
        self.put("proc/modules", "cryptodev 40960 0 - Live 0x0\n")
        self.finds("there is no /dev/crypto", "mknod /dev/crypto")

    def test_polarfire_without_its_driver(self) -> None:
        self.put("proc/device-tree/compatible", "microchip,mpfs-icicle-kit\0microchip,mpfs\0")
        self.finds("suffix S", "CONFIG_CRYPTO_DEV_POLARFIRE_SOC")

    def test_dm_crypt(self) -> None:
        self.put("dmsetup-table", "home: 0 8192 crypt aes-xts-plain64 :64:logon:x 0 8:1 0\n")
        code, printed = self.doctor()
        self.assertEqual(code, OK)
        self.assertIn("dm-crypt home (aes-xts-plain64): served by xts-aes-ce", printed)
        self.put("dmsetup-table", "disk: 0 8192 crypt aes-cbc-essiv:sha256 00 0 8:1 0\n")
        self.finds("served by cbc-aes-neonbs; passed over, since it allocates memory for each request: mv-cbc-aes")

    def test_ktls(self) -> None:
        self.put("proc/net/tls_stat", "TlsCurrTxSw 3\nTlsCurrRxSw 2\nTlsCurrTxDevice 1\nTlsCurrRxDevice 0\n")
        self.assertIn("kTLS: 5 directions by the kernel's crypto, 1 by a network card", self.doctor()[1])

    def test_left_over_engines(self) -> None:
        text = CONFIGURATION.replace("providers = ", "engines = engine_sect\nproviders = ")
        self.put("etc/ssl/openssl.cnf", text + "[engine_sect]\nafalg = afalg_sect\n")
        self.finds("configures OpenSSL engines")

    def test_default_provider_missing(self) -> None:
        for text in (
            CONFIGURATION.replace("default = default_sect\n", ""),
            CONFIGURATION.replace("[default_sect]\nactivate = 1", "[default_sect]\nactivate = 0"),
        ):
            self.put("etc/ssl/openssl.cnf", text)
            self.finds("the default one is not activated", "[default_sect] activate = 1")

    def test_nobody_prefers_it(self) -> None:
        self.put("etc/ssl/openssl.cnf", CONFIGURATION.replace("alg_section", "#alg_section"))
        self.finds("no program prefers it", "?provider=outboard")
        self.put("etc/ssl/openssl.cnf", CONFIGURATION.replace("?provider", "provider"))
        self.finds("without the question mark", "?provider=outboard")

    def test_module_or_prices_missing(self) -> None:
        (self.system / "var/cache/outboard/prices.csv").unlink()
        self.finds("nothing was measured", "outboard-prices")
        self.put("etc/outboard/prices.csv", PRICES)
        (self.system / "usr/lib/arm-linux-gnueabihf/ossl-modules/outboard.so").unlink()
        self.finds("outboard.so is in no folder")

    def test_nothing_to_measure(self) -> None:
        (self.system / "var/cache/outboard/prices.csv").unlink()
        self.put("var/cache/outboard/evidence.csv", EVIDENCE.replace("hardware,interrupts", "unproven,none"))
        code, printed = self.doctor()
        self.assertEqual(code, OK, printed)
        self.assertIn("no driver is hardware, so that nothing was measured", printed)

    def test_not_configured(self) -> None:
        self.put("etc/ssl/openssl.cnf", "[other]\nx = 1\n")
        code, printed = self.doctor()
        self.assertEqual(code, OK)
        self.assertIn("not configured", printed)

    def live(self, conf: str, **environment: str) -> str:
        """OpenSSL's findings on this system, whose programs read this configuration."""
        self.environment |= {"OPENSSL_CONF": str(self.write("openssl.cnf", conf)), **environment}
        return self.examine("-v")[1].partition("OpenSSL\n")[2]

    def test_module_that_openssl_does_not_load(self) -> None:
        """It is sought where this libcrypto looks, not where one would put it, and loaded as a program loads it."""
        self.assertIn(
            f"cannot load {self.folder}/outboard.so", self.live(CONFIGURATION, OPENSSL_MODULES=str(self.folder))
        )
        self.assertIn("no such file", self.live(CONFIGURATION))
        self.write("outboard.so", "no module")
        self.assertIn(f"cannot load {self.folder}/outboard.so and continues without it:", self.live(CONFIGURATION))
        self.assertIn("cannot load /nowhere/x.so", self.live(CONFIGURATION + "module = /nowhere/x.so\n"))

    def test_module_that_openssl_loads(self) -> None:
        if "OB_PROVIDER_DIR" not in os.environ:
            self.skipTest("this build has no provider that a program without a sanitizer could load")
        seen = self.live(CONFIGURATION, OPENSSL_MODULES=os.environ["OB_PROVIDER_DIR"], OUTBOARD="soft")
        self.assertIn("OpenSSL loads the provider, which offers algorithms", seen)
        seen = self.live(CONFIGURATION, OUTBOARD="nothing")
        self.assertIn("OpenSSL loads the provider, which offers nothing: mode is auto", seen)

    def test_included_configuration(self) -> None:
        part = self.write("part.cnf", CONFIGURATION.replace("openssl_conf = openssl_init\n", ""))
        for line in (f".include {part}", f".include = {part}"):
            seen = self.live(f"openssl_conf = openssl_init\n{line}\n")
            self.assertIn("providers default and outboard are active", seen)
            self.assertIn("programs prefer outboard", seen)

    def test_configuration_that_openssl_refuses(self) -> None:
        self.assertIn("line 2: OpenSSL does not read it", self.live("x = 1\n[open\n"))

    def test_files_that_are_none(self) -> None:
        """It says so, and does not wait for somebody who writes."""
        for path, says in (
            ("etc/ssl/openssl.cnf", "/etc/ssl/openssl.cnf is not a regular file"),
            ("var/cache/outboard/prices.csv", "nothing was measured"),
            ("var/cache/outboard/evidence.csv", "no driver was probed"),
        ):
            with self.subTest(path=path):
                file = self.system / path
                text = file.read_text()
                file.unlink()
                os.mkfifo(file)
                code, printed = self.doctor()
                self.assertEqual(code, NO, printed)
                self.assertIn(says, printed)
                file.unlink()
                file.write_text(text)

    def test_files_that_others_may_write(self) -> None:
        for path in ("etc/ssl/openssl.cnf", "var/cache/outboard/prices.csv", "var/cache/outboard/evidence.csv"):
            file = self.system / path
            for each, mode in ((file, 0o666), (file.parent, 0o777), (file.parents[1], 0o757)):
                with self.subTest(path=path, each=each.name):
                    before = each.stat().st_mode & 0o7777
                    each.chmod(mode)
                    code, printed = self.doctor()
                    self.assertEqual(code, NO, printed)
                    seen = "/" + str(each.relative_to(self.system))
                    self.assertIn(f"everybody may write {seen}: ", printed)
                    self.assertIn(f"fix: chmod o-w {seen}", printed)
                    if each.is_dir():
                        each.chmod(0o1777)
                        self.assertEqual(self.doctor()[0], OK, "in a sticky folder nobody replaces what is another's")
                    each.chmod(before)
        self.assertEqual(self.doctor()[0], OK)

    def test_configuration_and_module_of_others(self) -> None:
        self.assertNotIn("may write", self.live(CONFIGURATION))
        (self.folder / "openssl.cnf").chmod(0o666)
        warning = f"everybody may write {self.folder}/openssl.cnf: whoever changes it chooses the code"
        self.assertIn(warning, self.examine()[1])
        if "OB_PROVIDER_DIR" in os.environ:
            copy = self.folder / "outboard.so"
            copy.write_bytes((Path(os.environ["OB_PROVIDER_DIR"]) / "outboard.so").read_bytes())
            copy.chmod(0o757)
            seen = self.live(CONFIGURATION, OPENSSL_MODULES=str(self.folder), OUTBOARD="soft")
            self.assertIn(f"everybody may write {copy}: whoever replaces it runs code in every program", seen)
            copy.chmod(0o755)
            self.assertNotIn(f"may write {copy}", self.live(CONFIGURATION))
        if os.geteuid() == 0:
            os.chown(self.folder / "openssl.cnf", 12345, 0)
            (self.folder / "openssl.cnf").chmod(0o644)
            self.assertIn("belongs to user 12345: whoever changes it chooses the code", self.examine()[1])

    def test_sandboxes(self) -> None:
        unit = "lib/systemd/system/nginx.service"
        self.put(unit, "[Service]\nRestrictAddressFamilies = AF_INET AF_INET6 AF_UNIX\n")
        self.finds("nginx.service may not open AF_ALG", "systemctl edit nginx")
        self.put("etc/systemd/system/nginx.service.d/alg.conf", "[Service]\nRestrictAddressFamilies=AF_ALG\n")
        self.assertEqual(self.doctor()[0], OK)
        self.put(unit, "[Service]\nPrivateDevices=yes\n")
        self.finds("has a /dev of its own", "DeviceAllow=/dev/crypto rw")
        self.put(unit, "[Service]\nRestrictAddressFamilies=~AF_ALG\n")
        (self.system / "etc/systemd/system/nginx.service.d/alg.conf").unlink()
        self.finds("may not open AF_ALG")

    def test_servers(self) -> None:
        self.put("etc/nginx/nginx.conf", "http {\n  ssl_protocols TLSv1.3;\n}\n")
        self.finds("allows TLS 1.3 alone", "ssl_protocols TLSv1.2 TLSv1.3;")
        self.put("etc/nginx/nginx.conf", "http {\n  ssl_protocols TLSv1.2 TLSv1.3;\n  ssl_ciphers ECDHE+AESGCM;\n}\n")
        self.finds("no suite with AES-CBC", "ssl_ciphers")
        self.put("etc/nginx/nginx.conf", "http {\n  ssl_ciphers AES128-SHA256;\n}\n")
        self.assertEqual(self.doctor()[0], OK)
        self.put("etc/nginx/nginx.conf", "http {\n  ssl_protocols TLSv1.3;\n}\n")
        self.put("proc/crypto", CESA + driver("gcm(aes)", "mv-gcm-aes", "marvell_cesa", 300, "aead"))
        self.assertEqual(self.doctor()[0], OK)

    def test_system_call_filters(self) -> None:
        unit = "lib/systemd/system/nginx.service"
        for words, missing in (
            ("@basic-io @file-system @process", "leaves out socket (@network-io)"),
            ("@basic-io @network-io", "leaves out execve (@process)"),
            ("~@process", "leaves out socket or execve"),
            ("~socket", "leaves out socket or execve"),
        ):
            self.put(unit, f"[Service]\nSystemCallFilter={words}\n")
            self.finds(missing, "SystemCallFilter=@system-service")
        for words in (
            "@system-service",
            "~@mount @swap",
            "@basic-io @process\nSystemCallFilter=socket",
            "~socket\nSystemCallFilter=",
        ):
            self.put(unit, f"[Service]\nSystemCallFilter={words}\n")
            self.assertEqual(self.doctor()[0], OK, words)

    def test_permissions_of_dev_crypto(self) -> None:
        for mode, bad in ((0o600, True), (0o644, True), (0o660, False), (0o666, False)):
            (self.system / "dev/crypto").chmod(mode)
            if bad:
                self.finds(f"/dev/crypto has mode {mode:04o}", 'GROUP="crypto", MODE="0660"')
            else:
                self.assertEqual(self.doctor()[0], OK)

    def test_device_without_its_driver(self) -> None:
        self.put("sys/bus/platform/devices/f1090000.crypto/modalias", "of:NcryptoT(null)Cmarvell,armada-38x-crypto")
        self.finds(
            "device f1090000.crypto has no driver", "modprobe $(cat /sys/bus/platform/devices/f1090000.crypto/modalias)"
        )
        (self.system / "sys/bus/platform/devices/f1090000.crypto/driver").mkdir()
        self.assertEqual(self.doctor()[0], OK)

    def test_container(self) -> None:
        self.put(".dockerenv", "")
        self.assertIn("this is a container", self.doctor()[1])

    def use(self, *options: str) -> dict[tuple[str, int, str], list[tuple[int, int, str]]]:
        """Who serves each algorithm, key and direction: first and last length, and who."""
        seen = json.loads(self.doctor("--json", *options)[1])["use"]
        return {
            (case["algorithm"], case["bits_min"], case["direction"]): [
                (part["from"], part["to"], part["by"]) for part in case["lengths"]
            ]
            for case in seen
        }

    def test_who_serves_each_length(self) -> None:
        """The driver from the first length on at which it costs less, and the default provider for the rest."""
        first = next(n for n in range(513, 65536) if 30000 + 8000 * n // 1024 < 110 + 19980 * n // 1024)
        self.assertEqual(
            self.use(),
            {
                ("aes-cbc", 128, "enc"): [(1, first - 1, "default"), (first, 65536, "afalg")],
                ("aes-cbc", 128, "dec"): [(1, 65536, "default")],
                ("aes-gcm", 128, "enc"): [(1, 65536, "default")],
                ("aes-gcm", 128, "dec"): [(1, 65536, "default")],
                ("sha1", 0, "enc"): [(1, 65536, "default")],  # the kernel's software is cheap, and no offload
            },
        )
        code, printed = self.doctor("-v")
        self.assertEqual(code, OK)
        self.assertIn(
            f"aes-cbc 128 bits, encryption: 1 to {first - 1} bytes default provider; "
            f"{first} to 65536 bytes afalg (mv-cbc-aes: hardware)",
            printed,
        )
        self.assertIn("decryption: default provider at every length: no engine is ever cheaper", printed)
        self.assertIn("sha1, encryption: default provider: no engine with proven hardware has it", printed)
        self.assertIn('mv-cbc-aes: hardware: "interrupt f1090000.crypto: 1 per operation"', printed)

    def test_price_of_the_default_provider(self) -> None:
        """Rows of "default" go before those of engine openssl, by direction."""
        self.put("var/cache/outboard/prices.csv", PRICES + "default,aes-cbc,-,128,128,e,sw,any,0,100,1,100,1\n")
        self.assertEqual(self.use()["aes-cbc", 128, "enc"], [(1, 65536, "default")])
        self.put("var/cache/outboard/prices.csv", PRICES + "default,aes-gcm,-,128,128,d,sw,any,0,100,1,100,1\n")
        self.assertEqual(self.use()["aes-cbc", 128, "enc"][-1][2], "afalg")

    def test_many_segments(self) -> None:
        """One for each length that is measured."""
        row = "".join(f"openssl,aes-ctr,-,128,128,ed,sw,{16 << n},0,100,5000,100,5000\n" for n in range(12))
        row += "openssl,aes-ctr,-,128,128,ed,sw,any,0,100,5000,100,5000\n"
        self.put("var/cache/outboard/prices.csv", PRICES + row)
        self.assertEqual(self.use()["aes-ctr", 128, "enc"], [(1, 65536, "default")])

    def test_objective(self) -> None:
        self.put("etc/ssl/openssl.cnf", CONFIGURATION + "objective = cpu\n")
        first = next(n for n in range(1, 65536) if 9000 + 500 * n // 1024 < 100 + 5000 * n // 1024)
        self.assertEqual(self.use()["aes-cbc", 128, "dec"], [(1, first - 1, "default"), (first, 65536, "afalg")])

    def test_slow(self) -> None:
        """A setting for measurements, and prices that fit it or do not."""
        slow = PRICES + "# software slowed 4 times\n"
        self.put("etc/ssl/openssl.cnf", CONFIGURATION + "slow = 1\n")
        self.assertEqual(self.doctor()[0], OK)
        self.put("etc/ssl/openssl.cnf", CONFIGURATION + "slow = 4\n")
        code, printed = self.doctor()
        self.assertEqual((code, printed.count("  problem")), (NO, 2), printed)
        self.assertIn("slow is 4: software takes so many times as long, for measurements alone", printed)
        self.assertIn("is of software 1 times as slow, not 4 times", printed)
        self.put("var/cache/outboard/prices.csv", slow)
        self.finds("slow is 4", "remove the line slow = ...")
        self.put("etc/ssl/openssl.cnf", CONFIGURATION)
        self.finds("is of software 4 times as slow, not 1 times", "systemctl restart outboard-prices")
        self.put("var/cache/outboard/prices.csv", PRICES)
        self.put("etc/ssl/openssl.cnf", CONFIGURATION + "slow = very\n")
        self.finds('slow is "very", which makes no sense')

    def test_evidence(self) -> None:
        """Without proof no driver counts, unless somebody vouches for it."""
        self.put("var/cache/outboard/evidence.csv", EVIDENCE.replace("hardware,interrupts", "unproven,none"))
        code, printed = self.doctor()
        self.assertEqual(code, OK, printed)
        self.assertIn("the default provider for everything: no row of the price file", printed)
        self.assertEqual(self.use()["aes-cbc", 128, "enc"], [(1, 65536, "default")])
        (seen,) = json.loads(self.doctor("--json")[1])["drivers"]
        self.assertEqual(
            (seen["driver"], seen["device"], seen["verdict"]), ("mv-cbc-aes", "f1090000.crypto", "unproven")
        )
        self.put("etc/ssl/openssl.cnf", CONFIGURATION + "offload = other,mv-cbc-aes\n")
        self.assertIn("(mv-cbc-aes: vouched for by the settings)", self.doctor()[1])
        self.put("etc/ssl/openssl.cnf", CONFIGURATION)
        self.put("var/cache/outboard/evidence.csv", EVIDENCE.replace("hardware", "certain"))
        self.finds("evidence.csv does not count: it is damaged", "outboard refresh")
        (self.system / "var/cache/outboard/evidence.csv").unlink()
        self.finds("no driver was probed", "outboard refresh")

    def test_synchronous_hardware_is_named(self) -> None:
        self.put("var/cache/outboard/evidence.csv", EVIDENCE.replace("hardware,interrupts", "synchronous,device"))
        self.put("var/cache/outboard/prices.csv", PRICES.replace("dma", "cpu"))
        self.assertIn("afalg (mv-cbc-aes: hardware, no CPU relief)", self.doctor()[1])

    def test_modes(self) -> None:
        for mode, says in (
            ("off", "the default provider for everything: mode is off"),
            ("afalg", "mode is afalg: prices"),
        ):
            self.put("etc/ssl/openssl.cnf", CONFIGURATION + f"mode = {mode}\n")
            self.assertIn(says, self.doctor()[1])
            self.assertEqual(self.use(), {})

    def test_damaged_prices(self) -> None:
        for text in (
            "",
            "x\n",
            PRICES.replace(",ns,", ",cycles,"),
            PRICES.replace("20000,100", "many,100"),
            PRICES[:-20],
        ):
            self.put("var/cache/outboard/prices.csv", text)
            self.finds("is wrong: the provider offers nothing", "systemctl restart outboard-prices")

    def test_json(self) -> None:
        """The findings are those of the text, problems and what mends them included."""
        self.put("proc/sys/crypto/af_alg_restrict", "1\n")
        code, printed = self.doctor("--json")
        seen = json.loads(printed)
        self.assertEqual((code, seen["problems"], seen["kernel"]), (NO, 1, "6.1"))
        (problem,) = [each for each in seen["findings"] if each["level"] == "problem"]
        self.assertEqual((problem["part"], problem["fix"]), ("kernel", "sysctl crypto.af_alg_restrict=0"))
        self.assertEqual(
            [each["text"] for each in seen["findings"]],
            [line[11:] for line in self.doctor()[1].splitlines() if line.startswith(("  note", "  problem"))],
        )
        json.loads(self.examine("--json", "--verbose")[1])  # this machine, whatever it has

    def test_openssl_conf(self) -> None:
        """The file that OPENSSL_CONF names is examined, but not for another system's files."""
        own = self.folder / "own.cnf"
        own.write_text(CONFIGURATION.replace("alg_section", "#alg_section"))
        self.environment["OPENSSL_CONF"] = str(own)
        self.assertEqual(self.doctor()[0], OK)
        printed = self.examine()[1]
        self.assertIn(f"configuration {own}, by OPENSSL_CONF", printed)
        self.assertIn("outboard is active, but no program prefers it", printed)
        own.write_text(CONFIGURATION)
        printed = self.examine("--verbose")[1]
        self.assertIn("programs prefer outboard where it offers something", printed)
        for path, why in ("/nonexistent/openssl.cnf", "cannot be read"), ("", "OPENSSL_CONF is empty"):
            self.environment["OPENSSL_CONF"] = path
            code, printed = self.examine()
            self.assertEqual(code, NO)
            self.assertIn(why, printed)
            self.assertIn("fix: unset OPENSSL_CONF", printed)

    def test_strange_files(self) -> None:
        """Damaged or huge files end in findings, not in a crash."""
        self.put("proc/crypto", "name\n:\nname : " + "x" * 5000 + "\npriority : \n\n" * 3 + CESA * 900)
        self.put("etc/ssl/openssl.cnf", "[" * 3000 + "\nopenssl_conf\n=\n[openssl_init\n" + "a" * 70000)
        self.put("etc/nginx/nginx.conf", "ssl_protocols\nssl_ciphers")
        self.put("dmsetup-table", "a\nb: 0\n: 0 0 crypt aes\nc: 0 1 crypt capi:xts(aes)-plain64 x\n")
        self.assertIn("problem", self.doctor()[1])

    def test_usage(self) -> None:
        self.outboard("doctor", "now", code=USAGE)
        self.outboard("doctor", "--root", str(self.folder / "none"), code=FILE)
        self.assertIn("kernel", self.examine("--verbose")[1])  # this machine, whatever it has


if __name__ == "__main__":
    unittest.main()
