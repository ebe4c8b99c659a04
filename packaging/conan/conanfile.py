# SPDX-License-Identifier: Apache-2.0
"""A recipe for Conan 2, which builds the sources that it lies in: conan create packaging/conan --build=missing."""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load
from conan.tools.gnu import PkgConfigDeps


class Smallscope(ConanFile):
    name = "smallscope"
    description = "Bounded-exhaustive testing"
    license = "Apache-2.0"
    topics = "testing", "bounded-exhaustive", "compilers", "refactoring"
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"z3": [True, False]}
    default_options = {"z3": True, "sqlite3/*:enable_preupdate_hook": True}

    def _sources(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        lists = load(self, os.path.join(self._sources(), "CMakeLists.txt"))
        self.version = re.search(r"project\(smallscope VERSION ([0-9.]+)", lists).group(1)

    def export_sources(self):
        copy(self, "*", self._sources(), self.export_sources_folder, excludes=["build/*", ".git/*", "runs/*"])

    def requirements(self):
        # Programs that link the static libraries need what these use; dtl and rapidjson have headers only.
        for reference in ("boost/1.84.0", "capstone/5.0.1", "cli11/2.4.2", "eigen/3.4.0", "elfutils/0.190",
                          "fmt/10.2.1", "nlohmann_json/3.11.3", "onetbb/2021.12.0", "roaring/0.7.1",
                          "sqlite3/3.45.3", "tomlplusplus/3.4.0", "zlib/1.3.1"):
            self.requires(reference, transitive_libs=True)
        self.requires("dtl/1.19", visible=False)
        self.requires("rapidjson/cci.20220822", visible=False)
        if self.options.z3:
            self.requires("z3/4.12.2", transitive_libs=True)

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("smallscope contains its subjects with what Linux has for it")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["SMALLSCOPE_EXAMPLES"] = False
        toolchain.cache_variables["SMALLSCOPE_TESTS"] = False
        toolchain.cache_variables["SMALLSCOPE_Z3"] = bool(self.options.z3)
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # The package's own file for CMake knows the targets and what each links.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "smallscope"))
