# SPDX-License-Identifier: Apache-2.0
"""The recipes for vcpkg and Conan, as far as they can be checked without their programs and the network.

Their dependencies are those of scripts/packages.txt, their version and options those of CMakeLists.txt. The portfile is
executed with stand-ins for vcpkg's functions, which configure the sources with the options that it gives. The methods
of the Conan recipe are executed with stand-ins for Conan's classes.

Usage: recipes_test.py CMAKE SOURCE_DIRECTORY
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest

CMAKE, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
LISTS = (SOURCE / "CMakeLists.txt").read_text()
VERSION = re.search(r"project\(smallscope VERSION ([0-9.]+)", LISTS).group(1)
# Debian package: port of vcpkg, recipe of Conan.
NAMES = {
    "libboost-regex-dev": ("boost-regex", "boost"), "libcapstone-dev": ("capstone", "capstone"),
    "libcli11-dev": ("cli11", "cli11"), "libdtl-dev": ("dtl", "dtl"),
    "libdw-dev": ("elfutils", "elfutils"), "libeigen3-dev": ("eigen3", "eigen"), "libfmt-dev": ("fmt", "fmt"),
    "libroaring-dev": ("roaring", "roaring"), "libsqlite3-dev": ("sqlite3", "sqlite3"), "libtbb-dev": ("tbb", "onetbb"),
    "libtomlplusplus-dev": ("tomlplusplus", "tomlplusplus"), "libz3-dev": ("z3", "z3"),
    "nlohmann-json3-dev": ("nlohmann-json", "nlohmann_json"), "rapidjson-dev": ("rapidjson", "rapidjson"),
    "zlib1g-dev": ("zlib", "zlib")}

# What vcpkg's functions do, as far as the portfile needs it: configure, and record the rest.
STAND_INS = r"""
set(CURRENT_PORT_DIR "@SOURCE@/packaging/vcpkg")
set(CURRENT_PACKAGES_DIR "@WORK@/packages")
set(PORT smallscope)
function(vcpkg_check_features)
  cmake_parse_arguments(arg "" "OUT_FEATURE_OPTIONS" "FEATURES" ${ARGN})
  list(GET arg_FEATURES 1 option)
  set(${arg_OUT_FEATURE_OPTIONS} "-D${option}=OFF" PARENT_SCOPE)
endfunction()
function(vcpkg_find_acquire_program variable)
  find_program(${variable} NAMES pkgconf pkg-config REQUIRED)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(arg "" "SOURCE_PATH" "OPTIONS" ${ARGN})
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "@WORK@/build" ${arg_OPTIONS}
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_install)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(arg "" "CONFIG_PATH" "" ${ARGN})
  file(STRINGS "@WORK@/build/cmake_install.cmake" installed REGEX "${arg_CONFIG_PATH}\"")
  if(NOT installed)
    message(FATAL_ERROR "nothing is installed in ${arg_CONFIG_PATH}")
  endif()
endfunction()
function(vcpkg_copy_tools)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(arg "" "" "FILE_LIST" ${ARGN})
  file(READ "${arg_FILE_LIST}" licence)
endfunction()
include("@SOURCE@/packaging/vcpkg/portfile.cmake")
"""


def libraries():
    text = (SOURCE / "scripts/packages.txt").read_text()
    return re.search(r"# libraries\n(.*?)#", text, re.DOTALL).group(1).split()


class Vcpkg(unittest.TestCase):
    manifest = json.loads((SOURCE / "packaging/vcpkg/vcpkg.json").read_text())

    def test_names_the_version_and_all_libraries(self):
        self.assertEqual(self.manifest["version"], VERSION)
        named = [each if isinstance(each, str) else each["name"] for each in self.manifest["dependencies"]]
        named += self.manifest["features"]["z3"]["dependencies"]
        host = {each["name"] for each in self.manifest["dependencies"] if isinstance(each, dict) and each.get("host")}
        self.assertEqual(sorted(set(named) - host), sorted(NAMES[library][0] for library in libraries()))

    def test_the_portfile_configures_with_options_that_exist(self):
        with tempfile.TemporaryDirectory(prefix="smallscope-test-") as work:
            script = pathlib.Path(work) / "port.cmake"
            script.write_text(STAND_INS.replace("@SOURCE@", str(SOURCE)).replace("@WORK@", work))
            ended = subprocess.run([CMAKE, "-P", script], cwd=work, text=True, capture_output=True)
            self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
            self.assertNotIn("not used by the project", ended.stderr)
            self.assertTrue((pathlib.Path(work) / "packages/share/smallscope/usage").exists())
            cache = (pathlib.Path(work) / "build/CMakeCache.txt").read_text()
            self.assertIn("SMALLSCOPE_TESTS:BOOL=OFF", cache)
            self.assertIn("SMALLSCOPE_Z3:BOOL=OFF", cache)


class Anything:
    """Stands for a class or function of Conan, and remembers what was assigned."""

    def __init__(self, *arguments, **named):
        self.cache_variables = {}

    def __getattr__(self, name):
        return Anything()

    def __call__(self, *arguments, **named):
        return Anything()


def conan_recipe():
    class ConanFile:
        recipe_folder = str(SOURCE / "packaging/conan")
        export_sources_folder = source_folder = package_folder = ""

        def __init__(self):
            self.required = {}
            self.options = types.SimpleNamespace(**self.default_options)
            self.settings = types.SimpleNamespace(os="Linux")
            self.cpp_info = Anything()

        def requires(self, reference, **named):
            self.required[reference.split("/")[0]] = named

    modules = {"conan": {"ConanFile": ConanFile}, "conan.errors": {"ConanInvalidConfiguration": ValueError},
               "conan.tools": {}, "conan.tools.build": {"check_min_cppstd": Anything()},
               "conan.tools.cmake": {name: Anything for name in ("CMake", "CMakeDeps", "CMakeToolchain")},
               "conan.tools.files": {"copy": Anything(), "load": lambda recipe, path: pathlib.Path(path).read_text()},
               "conan.tools.gnu": {"PkgConfigDeps": Anything}}
    modules["conan.tools.cmake"]["cmake_layout"] = Anything()
    for name, members in modules.items():
        module = types.ModuleType(name)
        module.__dict__.update(members)
        sys.modules[name] = module
    scope = {}
    exec(compile((SOURCE / "packaging/conan/conanfile.py").read_text(), "conanfile.py", "exec"), scope)
    return scope["Smallscope"]()


class Conan(unittest.TestCase):
    def test_takes_the_version_and_requires_all_libraries(self):
        recipe = conan_recipe()
        recipe.set_version()
        self.assertEqual(recipe.version, VERSION)
        recipe.requirements()
        self.assertEqual(sorted(recipe.required), sorted(NAMES[library][1] for library in libraries()))
        recipe.options.z3 = False
        recipe.required = {}
        recipe.requirements()
        self.assertNotIn("z3", recipe.required)

    def test_every_step_runs_and_only_linux_is_valid(self):
        recipe = conan_recipe()
        for step in ("export_sources", "validate", "layout", "generate", "build", "package", "package_info"):
            getattr(recipe, step)()
        recipe.settings.os = "Windows"
        self.assertRaises(ValueError, recipe.validate)

    def test_its_options_exist(self):
        text = (SOURCE / "packaging/conan/conanfile.py").read_text()
        for option in re.findall(r'cache_variables\["(\w+)"\]', text):
            self.assertIn(f"option({option} ", LISTS)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
