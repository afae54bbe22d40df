#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The packages for ecosystems of firmware: ecosystem.py SOURCE CORTEXM-SIM.

Their own tools read the metadata: west, kconfiglib, ESP-IDF's component manager, PlatformIO (which reads
Arduino's, too). The laid-out folder is compiled as Arduino does, and its sketch runs on a simulated M0+. Our CMake
for Zephyr and ESP-IDF runs with stand-ins for the few functions that it calls; real SDKs are not here.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

import kconfiglib
import yaml
from idf_component_tools.manager import ManifestManager
from platformio.package.manifest import parser, schema
from west.manifest import ImportFlag, Manifest

SOURCE, SIM = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
PACKAGING = SOURCE / "packaging"
FIRMWARE = SOURCE / "test/size/firmware"
VERSION = re.search(r'OB_VERSION +"(.*)"', (SOURCE / "include/outboard/outboard.h").read_text())[1]
CPU = ["-mcpu=cortex-m0plus", "-mthumb", "-Os", "-ffunction-sections", "-fdata-sections"]
# Names that no file includes a definition of: the assembly's, which a build with soft lacks.
UNDEFINED = re.compile(r'"(?!OBI_\w+_ASM)\w+" is not defined')
ARDUINO = """extern "C" void check(const char *text);
struct { void begin(int) {} void println(const char *text) { check(text); } } Serial;
"""
MAIN = """#include <string.h>
void _Z5setupv(void);
void check(const char *text);
static int failed = 1;
void check(const char *text) { failed = strcmp(text, "all is well"); }
int main(void) { _Z5setupv(); return failed; }
"""


def run(*command: object, **options: object) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def kconfig(text: str, settings: str) -> dict[str, str]:
    """The values of all symbols after a program's settings; a warning is an error."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "Kconfig").write_text(text)
        (Path(folder) / "prj.conf").write_text(settings)
        tree = kconfiglib.Kconfig(str(Path(folder) / "Kconfig"), warn_to_stderr=False)
        tree.load_config(str(Path(folder) / "prj.conf"))
        if tree.warnings:
            raise AssertionError("\n".join(tree.warnings))
        return {symbol.name: symbol.str_value for symbol in tree.unique_defined_syms}


def configure(folder: Path, text: str, settings: dict[str, str], core: str = "m4", target: str = "stand_in") -> str:
    """Configure and build a project whose CMake is text, with these symbols of Kconfig. Its compile commands."""
    lines = "".join(f"set(CONFIG_{name} {value})\n" for name, value in settings.items() if value == "y")
    head = "cmake_minimum_required(VERSION 3.25)\nproject(stand_in C ASM)\n"
    (folder / "CMakeLists.txt").write_text(head + lines + text)
    (folder / "main.c").write_text("#include <outboard/outboard.h>\nint main(void) { return ob_start() < 1; }\n")
    toolchain = SOURCE / f"cmake/toolchain-cortex-{core}.cmake"
    run(
        "cmake", "-S", folder, "-B", folder / "b", "-G", "Ninja", "--toolchain", toolchain, "-DCMAKE_BUILD_TYPE=Release"
    )
    run("cmake", "--build", folder / "b", "--target", target)
    return (folder / "b/compile_commands.json").read_text()


class Metadata(unittest.TestCase):
    def test_versions(self) -> None:
        for name in ("arduino/library.properties", "platformio/library.json", "esp-idf/outboard/idf_component.yml"):
            found = re.search(r'^\W*version\W+([\d.]+)"?,?$', (PACKAGING / name).read_text(), re.M)
            self.assertEqual(found[1], VERSION, name)

    def test_platformio_and_arduino(self) -> None:
        # The list of licences would come from the network.
        known = {"licenses": [{"licenseId": "Apache-2.0"}]}
        with mock.patch.object(schema.ManifestSchema, "load_spdx_licenses", staticmethod(lambda: known)):
            for name in ("platformio/library.json", "arduino/library.properties"):
                manifest = parser.ManifestParserFactory.new_from_file(str(PACKAGING / name)).as_dict()
                loaded = schema.ManifestSchema().load_manifest(manifest)
                self.assertEqual((loaded["name"], loaded["headers"]), ("Outboard", ["Outboard.h"]), name)

    def test_esp_idf(self) -> None:
        manifest = ManifestManager(str(PACKAGING / "esp-idf/outboard"), "outboard").load()
        self.assertEqual((str(manifest.version), manifest.license), (VERSION, "Apache-2.0"))

    def test_west(self) -> None:
        """west takes the page's manifest, without what Zephyr's own would add."""
        text = re.search(r"```yaml\n(.*?)```", (SOURCE / "docs/ecosystems.md").read_text(), re.S)[1]
        manifest = Manifest.from_data(text, import_flags=ImportFlag.IGNORE)
        self.assertEqual([project.name for project in manifest.projects], ["manifest", "zephyr", "outboard"])
        build = yaml.safe_load((SOURCE / "zephyr/module.yml").read_text())["build"]
        self.assertTrue((SOURCE / build["cmake"] / "CMakeLists.txt").is_file())
        self.assertTrue((SOURCE / build["kconfig"]).is_file())


class Builds(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def test_zephyr(self) -> None:
        head = "config ARM\n\tbool\n\tdefault y\nconfig RISCV\n\tbool\nconfig CSPRNG_ENABLED\n\tbool\n"
        head += "".join(f"config CPU_CORTEX_{core}\n\tbool\n" for core in ("M0", "M0PLUS", "M3", "M7"))
        head += f'config CPU_CORTEX_M4\n\tbool\n\tdefault y\nsource "{PACKAGING}/zephyr/Kconfig"\n'
        off = kconfig(head, "")
        self.assertEqual((off["OUTBOARD"], off["OUTBOARD_AEAD"]), ("n", "n"))
        values = kconfig(head, "CONFIG_OUTBOARD=y\nCONFIG_OUTBOARD_ENGINE_CORTEXM=y\nCONFIG_OUTBOARD_CIPHER=n\n")
        self.assertEqual((values["OUTBOARD_AEAD"], values["OUTBOARD_RANDOM"]), ("y", "n"))
        text = f"""
add_library(zephyr_interface INTERFACE)
target_compile_definitions(zephyr_interface INTERFACE KERNEL)
add_subdirectory({PACKAGING}/zephyr module)
add_executable(stand_in main.c)
target_link_libraries(stand_in PRIVATE zephyr_interface outboard --specs=nosys.specs)
"""
        commands = configure(self.folder, text, values)
        for wanted in ("engine/cortexm/", "-DOB_WITH_CIPHER=0", "-DOB_WIDE_MUL=1", "-DKERNEL", "port/cortexm/thread.c"):
            self.assertIn(wanted, commands)
        for refused in ("engine/soft/", "-DOB_WITH_AEAD=0", "port/cortexm/lock.c"):
            self.assertNotIn(refused, commands)

    def test_esp_idf(self) -> None:
        values = kconfig(f'source "{PACKAGING}/esp-idf/outboard/Kconfig"\n', "CONFIG_OUTBOARD_SM4=y\n")
        text = f"""
set(COMPONENT_LIB __component)
function(idf_component_register)
    add_library(__component INTERFACE)
endfunction()
add_subdirectory({PACKAGING}/esp-idf/outboard component)
add_executable(stand_in main.c)
target_link_libraries(stand_in PRIVATE __component --specs=nosys.specs)
"""
        commands = configure(self.folder, text, values)
        for wanted in ("engine/soft/", "-DOB_WITH_DES=0", "-DOB_SMALL=1"):
            self.assertIn(wanted, commands)
        self.assertNotIn("-DOB_WITH_SM4=0", commands)

    def test_pico_sdk(self) -> None:
        """The page's lines, with stand-ins for what the SDK has: its platform, and its library of start-up code."""
        page = (SOURCE / "docs/ecosystems.md").read_text().partition("## Pico SDK")[2]
        lines = re.search(r"```cmake\n(.*?)```", page, re.S)[1].replace("outboard/packaging", str(PACKAGING))
        for platform, core, engines, wanted in (
            ("rp2040", "m0plus", "cortexm", ("engine/cortexm/", "-DOB_WIDE_MUL=0", "algo/armv6m/")),
            ("rp2350-arm-s", "m4", "", ("engine/soft/", "-DOB_WIDE_MUL=1")),
        ):
            folder = self.folder / platform
            folder.mkdir()
            head = f"set(OB_ENGINES {engines})\n" if engines else ""
            head += f"macro(pico_sdk_init)\n    set(PICO_PLATFORM {platform})\nendmacro()\n"
            head += "add_library(pico_stdlib INTERFACE)\n"
            head += "target_link_options(pico_stdlib INTERFACE --specs=nosys.specs)\n"
            commands = configure(folder, head + lines, {}, core, "first")
            for part in wanted:
                self.assertTrue(part in commands, part)
            self.assertFalse("port/cortexm/lock.c" in commands)

    def test_laid_out(self) -> None:
        """All files compile with src/ as the only include path, and the sketch runs."""
        tree, objects = self.folder / "outboard", self.folder / "objects"
        objects.mkdir()
        run(PACKAGING / "sources.py", tree)
        (self.folder / "Arduino.h").write_text(ARDUINO)
        (self.folder / "main.c").write_text(MAIN)
        sources = sorted((tree / "src").rglob("*.c"))
        self.assertGreater(len(sources), 50)
        gcc = ["arm-none-eabi-gcc", *CPU, f"-I{tree}/src"]
        warnings = ["-std=gnu11", "-Wall", "-Wextra", "-Wundef"]

        def build(number: int) -> str:
            return run(*gcc, *warnings, "-c", sources[number], "-o", objects / f"{number}.o")

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            printed = "".join(pool.map(build, range(len(sources))))
        self.assertEqual(UNDEFINED.findall(printed), [])
        cxx = ["-x", "c++", "-fno-exceptions", "-fno-rtti", "-nostdinc++", "-include", self.folder / "Arduino.h"]
        run(*gcc, *cxx, "-c", tree / "examples/first/first.ino", "-o", self.folder / "sketch.o")
        image = self.folder / "image.elf"
        link = ["-nostartfiles", "--specs=nano.specs", "--specs=nosys.specs", "-Wl,--gc-sections"]
        files = [self.folder / "main.c", FIRMWARE / "start.c", self.folder / "sketch.o", *objects.glob("*.o")]
        run(*gcc, *files, *link, f"-T{FIRMWARE}/image.ld", "-o", image)
        run(SIM, "run", "m0plus", image)

    def test_cmsis_pack(self) -> None:
        tree = self.folder / "outboard"
        run(PACKAGING / "sources.py", tree, "--pack")
        root = ElementTree.parse(tree / "Outboard.Outboard.pdsc").getroot()
        self.assertEqual(root.find("releases/release").get("version"), VERSION)
        component = root.find("components/component")
        self.assertEqual(component.get("Cversion"), VERSION)
        self.assertIn(component.get("condition"), [condition.get("id") for condition in root.find("conditions")])
        named = {file.get("name") for file in component.find("files")}
        self.assertEqual([name for name in named if not (tree / name).exists()], [])
        self.assertLessEqual({file.relative_to(tree).as_posix() for file in (tree / "src").rglob("*.c")}, named)
        self.assertTrue((self.folder / f"Outboard.Outboard.{VERSION}.pack").is_file())
        again = subprocess.run([PACKAGING / "sources.py", tree], capture_output=True, text=True, check=False)
        self.assertEqual((again.returncode, "name a new folder" in again.stderr), (1, True))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
