# SPDX-License-Identifier: Apache-2.0
"""The commands besides enc and dec, exit codes, and that help, manual page and completions agree."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import unittest

from common import ENGINE, FILE, NO, OK, PROGRAM, SOURCE, USAGE, CliTest, some_bytes

COMMANDS = (
    "engines",
    "selftest",
    "bench",
    "calibrate",
    "explain",
    "hash",
    "enc",
    "dec",
    "keygen",
    "pubkey",
    "sign",
    "verify",
    "doctor",
    "probe",
    "refresh",
    "setup",
    "status",
)
COLUMNS = (
    "board,engine,mode,config,algorithm,operation,bits,len_bytes,cycles,cpu_cycles,code_bytes,table_bytes,"
    "ram_bytes,stack_bytes,source"
)


class Commands(CliTest):
    def engines(self) -> list[str]:
        text = self.outboard("engines", "--no-selftest").stdout.decode()
        return re.findall(r"^(\w+): \d+ capabilities", text, re.MULTILINE)

    # ---- the frame ----

    def test_no_command_and_wrong_ones(self) -> None:
        self.assertIn(b"Usage", self.outboard(code=USAGE).stderr)
        self.outboard("nosuch", code=USAGE)
        for command in COMMANDS:
            with self.subTest(command=command):
                run = self.outboard(command, "--nosuch", code=USAGE)
                self.assertIn(b"--help", run.stderr)
                self.assertIn(f"outboard {command}".encode(), run.stderr)

    def test_help_and_version(self) -> None:
        text = self.outboard("--help").stdout.decode()
        for command in COMMANDS:
            self.assertIn(command, text)
            for flag in ("--help", "-h"):
                self.assertIn(f"Usage: outboard {command}", self.outboard(command, flag).stdout.decode())
        self.assertRegex(self.outboard("--version").stdout.decode(), r"^outboard \d+\.\d+\.\d+\n$")

    def test_help_fits_a_terminal(self) -> None:
        for command in ("", *COMMANDS):
            for line in self.outboard(*filter(None, [command]), "--help").stdout.decode().splitlines():
                self.assertLessEqual(len(line), 80, f"{command}: {line}")

    def test_help_names_every_algorithm(self) -> None:
        listing = self.outboard("engines", "--capabilities", "--no-selftest").stdout.decode()
        have = set(re.findall(r"^  ([a-z][\w-]+) +\S+ +\d+-\d+ ", listing, re.MULTILINE)) - {"null"}
        listed = self.outboard("explain", "--help").stdout.decode().partition("Algorithms:")[2]
        named, curves = (set(part.split()) for part in listed.split("Curves:"))
        self.assertGreater(len(have), 20)
        self.assertLessEqual(have, named)
        for name in named:  # no name that the program does not know
            self.assertNotIn(b"there is no algorithm", self.outboard("explain", name, "x", code=USAGE).stderr)
        source = (SOURCE / "core/alg_name.c").read_text().partition("curves[OB_CURVE_COUNT]")[2]
        self.assertEqual(curves, set(re.findall(r'\[OB_\w+\] = "(\w+)"', source)))

    def test_wrong_names_get_a_suggestion(self) -> None:
        for wrong, meant in (
            ("aes-gmc", "aes-gcm"),
            ("AES-GCM-SIV", "aes-gcm"),
            ("sha-265", "sha256"),
            ("cbc-3des", "des3-cbc"),
            ("ChaCha20Poly1350", "chacha20-poly1305"),
        ):
            for words in (("explain", wrong, "16"), ("bench", "-a", wrong), ("calibrate", "-a", wrong)):
                said = self.outboard(*words, code=USAGE).stderr.decode()
                self.assertIn(f'"{wrong}"; did you mean "{meant}"?', said)
        for wrong in ("nosuch", "md4", "sha3", "", "x" * 300):  # another digit is another algorithm
            self.assertNotIn(b"did you mean", self.outboard("explain", wrong, "16", code=USAGE).stderr)
        self.assertIn(b'did you mean "sha256"?', self.outboard("hash", "-a", "sha265", code=USAGE).stderr)
        self.assertNotIn(b"did you mean", self.outboard("hash", "-a", "aes-gcm", code=USAGE).stderr)
        self.assertIn(b'did you mean "explain"?', self.outboard("explian", code=USAGE).stderr)

    def test_other_names_of_algorithms(self) -> None:
        for name, is_same_as in (
            ("AES-GCM", "aes-gcm, 128 bits"),
            ("AES-192-GCM", "aes-gcm, 192 bits"),
            ("aes256_xts", "aes-xts, 512 bits"),
            ("sha-256", "sha256, 0 bits"),
            ("SHA-512/224", "sha512-224, 0 bits"),
            ("HMAC-SHA-256", "hmac-sha256, 256 bits"),
            ("3des-cbc", "des3-cbc, 128 bits"),
            ("DES-EDE3-CBC", "des3-cbc, 128 bits"),
            ("ChaCha20Poly1305", "chacha20-poly1305, 256 bits"),
        ):
            self.assertIn(f"{is_same_as}, 16 bytes:", self.outboard("explain", name, "16").stdout.decode())
        self.assertIn(b"no key of 256", self.outboard("explain", "-b", "256", "AES-128-GCM", "16", code=USAGE).stderr)
        for name in ("AES-129-GCM", "AES-128-SHA256", "AES-128", "AES-128-192-GCM", "-", "x" * 300):
            self.assertIn(b"no algorithm", self.outboard("explain", "--", name, "16", code=USAGE).stderr)
        self.assertIn(b"no algorithm", self.outboard("bench", "-a", "AES-128-GCM", code=USAGE).stderr)
        self.assertIn(b"sha1,", self.outboard("calibrate", "-t", "0", "-e", "soft", "-a", "SHA-1").stdout)
        self.assertEqual(
            self.outboard("hash", "-a", "SHA-512", "/dev/null").stdout,
            self.outboard("hash", "-a", "sha512", "/dev/null").stdout,
        )

    def test_help_manual_and_completions_name_every_option(self) -> None:
        manual = (SOURCE / "cli/outboard.1").read_text().replace("\\-", "-")
        bash = (SOURCE / "cli/completion/outboard.bash").read_text()
        zsh = (SOURCE / "cli/completion/_outboard").read_text()
        fish = (SOURCE / "cli/completion/outboard.fish").read_text()
        sections = dict(zip(*[iter(re.split(r"^\.SS outboard (\w+).*$", manual, flags=re.MULTILINE)[1:])] * 2))
        self.assertEqual(set(sections), set(COMMANDS))
        for command in COMMANDS:
            text = self.outboard(command, "--help").stdout.decode()
            longs = set(re.findall(r"^ +(?:-\w, +)?--([a-z0-9-]+)", text, re.MULTILINE))
            self.assertIn("help", longs)
            bash_line = re.search(rf'^    {command}\) words="([^"]*)"', bash, re.MULTILINE).group(1)
            self.assertEqual(longs, set(re.findall(r"--([a-z0-9-]+)", bash_line)), command)
            for option in longs:
                self.assertIn(f"--{option}", sections[command] if command != "dec" and option != "help" else manual)
                self.assertIn(f"--{option}", zsh)
                self.assertRegex(fish, rf"-l {option}\b")
            for short in re.findall(r"^ +-(\w), ", text, re.MULTILINE):
                self.assertRegex(manual, rf"\.BR -{short} ")
        for word in ("OUTBOARD_PRICES", "EXIT STATUS", "/etc/outboard/prices.csv"):
            self.assertIn(word, manual)

    def test_help_names_every_option_that_is_taken(self) -> None:
        """The other way round: what getopt knows is in the help."""
        for command in COMMANDS:
            name = {"selftest": "engines", "dec": "enc", "verify": "sign"}.get(command, command)
            source = next((SOURCE / "cli").rglob(f"{name}.c")).read_text()
            known = set(re.findall(r'\{"([a-z-]+)", (?:required|no)_argument', source))
            if command == "selftest":
                known = set()
            if command == "dec":
                known -= {"chunk", "kdf"}
            if command in ("sign", "verify"):
                known -= {"output", "force"} if command == "verify" else {"signature"}
            text = self.outboard(command, "--help").stdout.decode()
            for option in known:
                self.assertIn(f"--{option}", text, command)

    @unittest.skipUnless(shutil.which("man"), "no man program here")
    def test_manual_page_has_no_faults(self) -> None:
        run = subprocess.run(
            ["man", "--warnings", "-E", "UTF-8", "-l", str(SOURCE / "cli/outboard.1")],
            capture_output=True,
            timeout=60,
            check=False,
            env={**os.environ, "MANWIDTH": "100"},
        )
        self.assertEqual(run.stderr, b"")
        self.assertIn(b"OUTBOARD_PRICES", run.stdout)

    def test_bash_completion(self) -> None:
        script = (
            f"source {SOURCE}/cli/completion/outboard.bash; COMP_WORDS=(outboard %s); COMP_CWORD=%d; _outboard; "
            "echo ${COMPREPLY[@]}"
        )
        for words, index, wanted in (
            ("e", 1, "engines explain enc"),
            ("bench --for", 2, "--format"),
            ("bench --format j", 3, "json"),
            ("hash -a sm", 3, "sm3"),
        ):
            run = subprocess.run(["bash", "-c", script % (words, index)], capture_output=True, check=True, timeout=20)
            self.assertEqual(run.stdout.decode().split(), wanted.split(), words)

    def test_refresh_makes_its_folder(self) -> None:
        folder = self.folder / "a/new/one"
        self.outboard("refresh", "-F", str(folder))
        self.assertTrue((folder / "evidence.csv").is_file())
        (self.folder / "file").touch()
        said = self.outboard("refresh", "-F", str(self.folder / "file/below"), code=FILE).stderr.decode()
        self.assertIn("Not a directory", said)

    # ---- engines, selftest, explain ----

    def test_engines(self) -> None:
        names = self.engines()
        self.assertIn("soft", names)
        text = self.outboard("engines").stdout.decode()
        if "mbedtls" in names:
            self.assertRegex(text, r"mbedtls: \d+ capabilities, .*, \d+ key slots;")
        self.assertRegex(text, r"soft: \d+ capabilities, [^;]*reentrant;")
        self.assertIn("prices: the engines' own", text)
        self.assertNotIn("FAILED", text)
        self.assertRegex(text, r"soft: \d+ capabilities.*hash passed")
        text = self.outboard("engines", "-c", "soft").stdout.decode()
        self.assertRegex(text, r"  sha256 +- +0-0 +e +sw +constant-time")
        self.assertIn("up to any", text)
        self.assertEqual(len(re.findall(r"capabilities", text)), 1)
        self.outboard("engines", "nosuch", code=USAGE)

    def test_selftest(self) -> None:
        text = self.outboard("selftest").stdout.decode()
        for name in self.engines():
            self.assertRegex(text, rf"(?m)^{name} +\w+ +\d+ rows +passed$")
        text = self.outboard("selftest", "soft").stdout.decode()
        self.assertEqual({line.split()[0] for line in text.splitlines()}, {"soft"})
        self.outboard("selftest", "nosuch", code=USAGE)

    def test_explain(self) -> None:
        text = self.outboard("explain", "sha256", "0", "64", "1M").stdout.decode()
        self.assertEqual(text.count("bytes:"), 3)
        self.assertEqual(len(re.findall(r"^  \* ", text, re.MULTILINE)), 3)
        self.outboard("explain", "sha256", code=USAGE)
        self.outboard("explain", "nosuch", "1", code=USAGE)
        self.outboard("explain", "sha256", "x", code=USAGE)
        self.outboard("explain", "aes-gcm", "16", "--bits", "129", code=USAGE)
        self.outboard("explain", "eddsa", "0", "--curve", "secp256r1", code=ENGINE)
        self.outboard("explain", "--objective", "beauty", "sha256", "1", code=USAGE)
        text = self.outboard("explain", "--require", "hardware", "sha256", "1").stdout.decode()
        self.assertIn("not hardware", text)
        self.assertIn("not measured on this machine", text)
        self.assertIn("no engine can be chosen", text)

    # ---- prices ----

    def calibrated(self) -> str:
        return self.outboard("calibrate", "-t", "0", "-e", "soft").stdout.decode()

    def test_calibrate_writes_what_is_read(self) -> None:
        text = self.calibrated()
        self.outboard("calibrate", "-t", "0", "-e", "soft", "-a", "md5", "-o", "deep/new/prices.csv")
        self.environment["OUTBOARD_PRICES"] = "deep/new/prices.csv"
        self.assertNotIn(b"not measured", self.outboard("explain", "md5", "1").stdout)
        del self.environment["OUTBOARD_PRICES"]
        self.write("blocked", "a file")
        self.assertIn(b"blocked", self.outboard("calibrate", "-e", "soft", "-o", "blocked/new/p.csv", code=FILE).stderr)
        head, columns, *rows = text.splitlines()
        self.assertRegex(head, r"^outboard-prices,1,ns,[^,]+,\d{4}-\d\d-\d\d,[^,]+$")
        self.assertEqual(columns.count(","), 12)
        self.assertTrue(all(row.startswith("soft,") for row in rows))
        self.write("prices.csv", text)
        for place in ("file", "config", "xdg"):
            environment = dict(self.environment)
            if place == "file":
                self.environment["OUTBOARD_PRICES"] = "prices.csv"
            elif place == "config":
                (self.folder / ".config/outboard").mkdir(parents=True)
                shutil.copy(self.folder / "prices.csv", self.folder / ".config/outboard/prices.csv")
            else:
                (self.folder / "xdg/outboard").mkdir(parents=True)
                shutil.copy(self.folder / "prices.csv", self.folder / "xdg/outboard/prices.csv")
                self.environment["XDG_CONFIG_HOME"] = str(self.folder / "xdg")
            shown = self.outboard("engines", "-n").stdout.decode()
            self.assertRegex(shown, r"prices: \S*prices\.csv: \d+ rows, measured on")
            self.assertEqual(
                int(re.search(r"(\d+) rows", shown).group(1)),
                int(re.search(r"soft: (\d+) capabilities", shown).group(1)),
            )
            self.environment = environment
        again = self.outboard("calibrate", "--from", "prices.csv", "-e", "soft").stdout.decode()
        self.assertEqual(again, text)

    def test_prices_of_the_provider(self) -> None:
        """The file that the OpenSSL provider reads, in a mount of our own."""
        self.outboard("calibrate", "-t", "0", "-e", "soft", "-o", "prices.csv")
        folder = "/var/cache/outboard"
        mount = f"mount -t tmpfs none /var/cache && mkdir {folder} && cp {self.folder}/prices.csv {folder}"
        command = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]
        if subprocess.run([*command, mount], capture_output=True).returncode:
            self.skipTest("this system lets nobody mount")
        shell = [*command, f"{mount} && exec {PROGRAM} engines"]
        done = subprocess.run(shell, env=self.environment, capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("/var/cache/outboard/prices.csv", done.stdout)

    def test_prices_decide(self) -> None:
        """A price file that makes one engine cheap moves the choice there."""
        names = [name for name in self.engines() if name not in ("null", "sched", "fault")]
        if len(names) < 2:
            self.skipTest("one engine alone leaves no choice")
        head = self.calibrated().splitlines()[:2]
        for cheap in names[:2]:
            rows = [f"{name},sha256,-,0,0,e,sw,any,{'0,' * 4 if name == cheap else '900,' * 4}0" for name in names]
            self.write("prices.csv", "\n".join(head + rows))
            self.environment["OUTBOARD_PRICES"] = "prices.csv"
            shown = self.outboard("explain", "sha256", "1K").stdout.decode()
            self.assertRegex(shown, rf"\* {cheap} ")
            self.environment.pop("OUTBOARD_PRICES")

    def test_bad_price_files(self) -> None:
        self.write("bad.csv", "outboard-prices,1,ns,b,d,c\nnonsense\n")
        self.environment["OUTBOARD_PRICES"] = "bad.csv"
        self.assertIn(b"bad.csv: line 2", self.outboard("engines", "-n", code=FILE).stderr)
        self.environment["OUTBOARD_PRICES"] = "absent.csv"
        self.outboard("engines", "-n", code=FILE)
        del self.environment["OUTBOARD_PRICES"]
        (self.folder / ".config/outboard").mkdir(parents=True)
        shutil.copy(self.folder / "bad.csv", self.folder / ".config/outboard/prices.csv")
        run = self.outboard("engines", "-n")  # a file that nobody asked for by name must not stop the work
        self.assertIn(b"line 2", run.stderr)
        self.assertIn(b"the engines' own", run.stdout)
        self.write("cycles.csv", self.calibrated().replace(",ns,", ",cycles,", 1))
        self.environment["OUTBOARD_PRICES"] = "cycles.csv"
        self.assertIn(b"unit", self.outboard("engines", "-n", code=FILE).stderr)

    def test_probe_files(self) -> None:
        """Refused before any driver is tried; and nothing beside the output is touched."""
        run = self.outboard("probe", "-o", "absent/evidence.csv", code=FILE)
        self.assertEqual(run.stdout, b"")
        self.outboard("probe", "-o", ".", code=FILE)
        self.write("evidence.csv.new", "mine")
        self.write("evidence.csv", "old")
        self.outboard("probe", "-d", "nosuch", "-o", "evidence.csv", code=ENGINE)
        self.assertEqual(self.read("evidence.csv"), b"old")
        self.outboard("probe", "-o", "evidence.csv")
        self.assertIn(b"driver", self.read("evidence.csv"))
        self.assertEqual(self.read("evidence.csv.new"), b"mine")
        self.assertEqual(self.names(), {"evidence.csv", "evidence.csv.new"})

    def test_calibrate_files(self) -> None:
        self.outboard("calibrate", "-t", "0", "-e", "soft", "-o", "prices.csv")
        self.outboard("calibrate", "-t", "0", "-e", "soft", "-o", "prices.csv", code=FILE)
        self.outboard("calibrate", "-t", "0", "-e", "soft", "-o", "prices.csv", "-f", "-B", "a board")
        self.assertIn(b",a board,", self.read("prices.csv"))
        before = self.names()
        for path in ("prices.csv", "prices.csv/prices.csv", "."):  # refused at once, not after minutes
            self.outboard("calibrate", "-t", "60", "-e", "soft", "-o", path, code=FILE)
        self.outboard("calibrate", "--from", "absent", "-o", "other.csv", code=FILE)
        self.assertEqual(self.names(), before)
        self.outboard("calibrate", "-e", "nosuch", code=USAGE)
        self.outboard("calibrate", "-a", "nosuch", code=USAGE)
        self.outboard("calibrate", "-a", "aes-cbc", "-c", code=USAGE)
        self.outboard("calibrate", "-B", "a,b", code=USAGE)
        self.outboard("calibrate", "-t", "-1", code=USAGE)
        self.outboard("calibrate", "--from", "absent", code=FILE)
        self.outboard("calibrate", "surplus", code=USAGE)
        self.outboard("calibrate", "--slow", "0", code=USAGE)
        self.outboard("calibrate", "--slow", "4", "-c", code=USAGE)
        self.outboard("calibrate", "--slow", "4", "--from", "prices.csv", code=USAGE)

    def test_calibrate_algorithms(self) -> None:
        out = self.outboard("calibrate", "-t", "0", "-e", "soft", "-a", "aes-cbc,hash").stdout.decode()
        found = {line.split(",")[1] for line in out.splitlines()[2:]}
        self.assertLessEqual({"aes-cbc", "sha256", "sha512"}, found)
        self.assertFalse(found & {"aes-ctr", "hmac-sha256", "aes-gcm"})

    def test_calibrate_slow(self) -> None:
        """OpenSSL is priced as what takes so many times as long, and the file says so, copied or not."""
        if "openssl" not in self.engines():
            self.skipTest("without engine openssl")
        ratios: list[float] = []
        for seconds in ("0.01", "0.05", "0.2", "0.5", "1"):  # the busier the machine, the longer it takes
            per_kib = []
            for times in ("1", "20"):
                args = ("-e", "openssl", "-a", "sha256", "-t", seconds, "--slow", times)
                text = self.outboard("calibrate", *args).stdout.decode()
                per_kib.append(int(text.splitlines()[-1 if times == "1" else -2].split(",")[10]))
                self.assertEqual("# software slowed 20 times" in text.splitlines(), times == "20")
            ratios.append(per_kib[1] / per_kib[0])
            if 10 < ratios[-1] < 40:
                break
        self.assertTrue(10 < ratios[-1] < 40, ratios)
        self.write("slow.csv", text)
        again = self.outboard("calibrate", "--from", "slow.csv", "-e", "openssl", "-a", "sha256").stdout.decode()
        self.assertEqual(again, text)

    def test_calibrate_measures_the_default_provider(self) -> None:
        """Its own CMAC and CCM, which are not those of engine openssl, its ciphers by direction, and its AEADs."""
        if b"openssl" not in self.outboard("engines", "-n").stdout:
            self.skipTest("built without engine openssl")
        names = "aes-cmac,aes-ecb,aes-xts,aead"
        out = self.outboard("calibrate", "-t", "0", "-e", "openssl", "-a", names).stdout.decode()
        found = {tuple(line.split(",")[1:6]) for line in out.splitlines() if line.startswith("default,")}
        wanted = {
            (name, "-", *bits, "ed")
            for name in ("aes-cmac", "aes-gcm", "aes-ccm")
            for bits in (("128", "128"), ("192", "256"))
        }
        wanted.add(("chacha20-poly1305", "-", "256", "256", "ed"))
        for name, keys in (
            ("aes-ecb", (("128", "128"), ("192", "256"))),
            ("aes-xts", (("256", "256"), ("512", "512"))),
        ):
            wanted |= {(name, "-", *bits, direction) for bits in keys for direction in "ed"}
        self.assertEqual(found, wanted)
        self.write("prices.csv", out)
        again = self.outboard("calibrate", "--from", "prices.csv", "-e", "openssl", "-a", names)
        self.assertEqual(again.stdout.decode(), out)
        for options in (("-e", "soft"), ("-e", "openssl", "--c")):
            out = self.outboard("calibrate", "--from", "prices.csv", *options).stdout.decode()
            self.assertNotRegex(out, "(?m)^default,|prices_default")

    def test_c_tables_compile(self) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            self.skipTest("no C compiler here")
        self.write("prices.csv", self.calibrated())
        tables = self.outboard("calibrate", "--c", "--from", "prices.csv", "-e", "soft").stdout
        rows = int(re.search(rb"ob_prices_soft\[(\d+)\]", tables).group(1))
        self.write("tables.c", tables)
        self.write(
            "main.c",
            "#include <stdio.h>\n#include <outboard/engine.h>\n"
            f"extern const struct ob_price *const ob_prices_soft[{rows}];\n"
            f"int main(void)\n{{\n    for (int i = 0; i < {rows}; i++)\n"
            "        for (const struct ob_price *p = ob_prices_soft[i];; p++) {\n"
            '            printf("%u %u\\n", (unsigned)p->setup, (unsigned)p->per_kib);\n'
            "            if (p->upto == OB_UPTO_ANY)\n                break;\n        }\n}\n",
        )
        subprocess.run(
            [
                compiler,
                "-std=c11",
                "-Wall",
                "-Wextra",
                "-pedantic",
                "-Werror",
                f"-I{SOURCE}/include",
                "-o",
                "show",
                "main.c",
                "tables.c",
            ],
            cwd=self.folder,
            check=True,
            timeout=60,
        )
        shown = subprocess.run([self.folder / "show"], capture_output=True, check=True, timeout=20).stdout.decode()
        wanted = [" ".join(row.split(",")[9:11]) for row in self.read("prices.csv").decode().splitlines()[2:]]
        self.assertEqual(shown.split("\n")[:-1], wanted)

    # ---- bench ----

    def test_bench_of_public_keys(self) -> None:
        """Every curve of an engine is timed, and named as in bench/results."""
        if "openssl" not in self.engines():
            self.skipTest("no engine with public keys here")
        args = ("bench", "-e", "openssl", "-a", "ecdsa,ecdh,eddsa,rsa-pss", "-t", "0", "-F", "json", "-d", "enc,dec")
        found = {
            (item["algorithm"], item["operation"], item["bits"]) for item in json.loads(self.outboard(*args).stdout)
        }
        for wanted in (
            ("ecdsa-secp256r1", "sign", 256),
            ("ecdsa-secp256r1", "verify", 256),
            ("ecdh-x25519", "private", 255),
            ("ed25519", "verify", 255),
            ("rsa-pss", "sign", 2048),
        ):
            self.assertIn(wanted, found)
        self.assertRegex(self.outboard("explain", "ecdsa", "0").stdout, rb"\* \w+ +sw")

    def test_bench_formats(self) -> None:
        args = ("bench", "-a", "sha256,hmac-sha256,chacha20-poly1305", "-e", "soft", "-l", "16,1K", "-t", "0")
        table = self.outboard(*args).stdout.decode()
        self.assertIn("KiB/s", table)
        self.assertIn("cycles/byte", table)
        self.assertEqual(len([line for line in table.splitlines() if " soft " in line]), 6)
        rows = list(csv.DictReader(io.StringIO(self.outboard(*args, "-F", "csv", "-B", "here").stdout.decode())))
        self.assertEqual(",".join(rows[0].keys()), COLUMNS)
        self.assertEqual(len(rows), 6)
        for row in rows:
            self.assertEqual((row["board"], row["engine"], row["mode"], row["source"]), ("here", "soft", "sw", "host"))
            self.assertGreater(int(row["cycles"]), 0)
        self.assertEqual({row["operation"] for row in rows}, {"hash", "mac", "enc"})
        objects = json.loads(self.outboard(*args, "-F", "json").stdout)
        self.assertEqual(len(objects), 6)
        for item in objects:
            self.assertAlmostEqual(
                item["kib_per_s"], item["len_bytes"] / 1024 / item["ns"] * 1e9, delta=0.01 * item["kib_per_s"] + 1
            )
            self.assertAlmostEqual(item["ops_per_s"], 1e9 / item["ns"], delta=0.01 * item["ops_per_s"] + 1)

    def test_bench_directions(self) -> None:
        args = ("bench", "-a", "hmac-sha256,chacha20-poly1305", "-e", "soft", "-l", "64", "-t", "0", "-F", "json")
        operations = {item["operation"] for item in json.loads(self.outboard(*args, "-d", "dec").stdout)}
        self.assertEqual(operations, {"dec", "verify"})
        self.assertEqual(len(json.loads(self.outboard(*args, "-d", "enc,dec").stdout)), 4)

    def test_bench_covers_every_algorithm_of_an_engine(self) -> None:
        shown = self.outboard("engines", "-n", "-c", "soft").stdout.decode()
        wanted = set(re.findall(r"^  ([a-z][a-z0-9-]*) ", shown, re.MULTILINE))
        args = ("bench", "-e", "soft", "-l", "16,64", "-t", "0", "-F", "json", "-d", "enc,dec")
        self.assertEqual({item["algorithm"] for item in json.loads(self.outboard(*args).stdout)}, wanted)

    def test_bench_usage(self) -> None:
        for args in (
            ("-a", "nosuch"),
            ("-e", "nosuch"),
            ("-l", "x"),
            ("-l", "17M"),
            ("-t", "x"),
            ("-F", "xml"),
            ("-d", "up"),
            ("-C", "nosuch"),
            ("surplus",),
            ("-b", "70000"),
            ("-a", "aes-ecb", "-l", "17"),
        ):
            self.outboard("bench", *args, code=USAGE)

    # ---- hash ----

    def test_hash_like_the_coreutils(self) -> None:
        for name, size in (("empty", 0), ("one", 1), ("block", 64), ("part", 262144), ("parts", 600001)):
            self.write(name, some_bytes(size))
        self.write("with space", b"x")
        self.write("back\\slash", b"y")
        self.write("line\nend", b"z")
        names = sorted(self.names())
        for algorithm in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512"):
            tool = shutil.which(f"{algorithm}sum")
            self.assertIsNotNone(tool)
            theirs = subprocess.run([tool, *names], cwd=self.folder, capture_output=True, check=True, timeout=20).stdout
            self.assertEqual(self.outboard("hash", "-a", algorithm, *names).stdout, theirs)
            self.write(f"list.{algorithm}", theirs)
            run = self.outboard("hash", "-a", algorithm, "--check", f"list.{algorithm}")
            self.assertEqual(run.stdout.count(b": OK\n"), len(names))
            ours = self.write("ours", self.outboard("hash", "-a", algorithm, *names).stdout)
            subprocess.run(
                [tool, "--check", "--strict", ours], cwd=self.folder, capture_output=True, check=True, timeout=20
            )

    def test_hash_of_standard_input(self) -> None:
        wanted = b"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  -\n"  # FIPS 180-2, B.1
        self.assertEqual(self.outboard("hash", input=b"abc").stdout, wanted)
        self.assertEqual(self.outboard("hash", "-", input=b"abc").stdout, wanted)
        self.assertIn(b"-: OK", self.outboard("hash", "-c", str(self.write("list", wanted)), input=b"abc").stdout)

    def test_sm3(self) -> None:
        wanted = b"66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0"  # GB/T 32905-2016, A.1
        self.assertEqual(self.outboard("hash", "-a", "sm3", input=b"abc").stdout.split()[0], wanted)

    def test_check_says_no(self) -> None:
        self.write("a", b"a")
        self.write("b", b"b")
        good = self.outboard("hash", "a", "b").stdout
        for text, word in (
            (good.replace(b"ca", b"cb", 1), b"do not match"),
            (good + b"0" * 64 + b"  absent\n", b"could not be read"),
            (good + b"garbage\n", b"no digest"),
            (b"garbage\n", b"no line"),
            (b"", b"no line"),
            (good.replace(b"  a", b" a"), b"no digest"),
        ):
            self.write("list", text)
            run = self.outboard("hash", "--check", "list", code=NO)
            self.assertIn(word, run.stderr)
        self.write("list", good.replace(b"ca", b"cb", 1))
        run = self.outboard("hash", "--check", "--quiet", "list", code=NO)
        self.assertEqual(run.stdout, b"a: FAILED\n")
        self.outboard("hash", "--check", "absent", code=FILE)

    def test_hash_errors(self) -> None:
        self.write("a", b"a")
        run = self.outboard("hash", "absent", "a", code=FILE)
        self.assertEqual(run.stdout.split()[-1], b"a")  # the others are still hashed
        self.outboard("hash", "-a", "aes-gcm", "a", code=USAGE)
        self.outboard("hash", str(self.folder), code=FILE)


if __name__ == "__main__":
    unittest.main()
