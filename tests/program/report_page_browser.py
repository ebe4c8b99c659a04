# SPDX-License-Identifier: Apache-2.0
"""Pages of `report` and a headless Chromium that reads them, for report_page_test.py."""

import json
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.parse

CHROMIUM, CHROMEDRIVER = shutil.which("chromium"), shutil.which("chromedriver")
try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.support.ui import Select
except ImportError:
    webdriver = None

SECONDS = 60  # for what a browser does at once, on a busy machine

def obstacle():
    """Why there is no browser; "" if there is."""
    missing = [name for name, found in (("chromium", CHROMIUM), ("chromium-driver", CHROMEDRIVER),
                                        ("python3-selenium", webdriver)) if not found]
    if missing:
        return f"skipped: install {', '.join(missing)} (scripts/install-packages --browser)"
    try:
        socket.getaddrinfo("localhost", None)
    except OSError:
        return "skipped: localhost has no address, which chromium-driver needs; name it in /etc/hosts"
    return ""


HOSTILE = r"""
name = "check/hostile"
[inputs.choices.text]
elements = ['</script><script>document.title="broken"</script>', '<!-- <img src=x onerror=alert(1)>', ']]>&amp;',
            '\033[31mred\a', 'nul\0nul', '\377\376 bytes', '\342\200\256reversed', '<style>body{display:none}</style>']
[subject]
run = ["printf", "{text}"]
[[oracles]]
name = "never </h1><b>"
command = ["sh", "-c", 'printf "$1"; exit 1', "-", "{text}"]
"""

# A program whose subtraction is wrong, in a line that would be markup.
CODE = r"""#include <stdio.h>
#include <stdlib.h>

static int minus(int a, int b) {
  if (b < 3) /* </td><script>document.title="broken"</script> */
    return a - b;
  return a + b;
}

int main(int count, char **words) {
  printf("%d\n", count > 2 ? minus(atoi(words[1]), atoi(words[2])) : 0);
  return 0;
}
"""

CODE_CAMPAIGN = """
name = "check/code"
[inputs.choices]
a = ["5", "6", "7"]
b = ["1", "2", "3", "4"]
[subject]
run = ["./minus", "{a}", "{b}"]
[[oracles]]
[oracles.differential]
name = "shell"
run = ["sh", "-c", 'echo $(($1 - $2))', "-", "{a}", "{b}"]
"""

# Every element with text of its own whose contrast is less than WCAG 2.1 asks for (1.4.3), with the contrast.
CONTRAST = """
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (colour) => {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = colour;
  canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
  .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (element) => {
  for (let e = element; e; e = e.parentElement) {
    const colour = rgba(getComputedStyle(e).backgroundColor);
    if (colour[3] === 255) return colour;
  }
  return [255, 255, 255];
};
const weak = [];
for (const element of document.querySelectorAll("body *")) {
  if (["SCRIPT", "NOSCRIPT"].includes(element.tagName) || element.closest(":disabled")) continue;
  if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
  if (!element.checkVisibility({ checkOpacity: true })) continue;
  const style = getComputedStyle(element);
  const isText = element.namespaceURI === "http://www.w3.org/1999/xhtml";
  const [a, b] = [light(rgba(isText ? style.color : style.fill)), light(behind(element))].sort((x, y) => y - x);
  const contrast = (a + 0.05) / (b + 0.05);
  if (contrast < 4.5) weak.push(`${contrast.toFixed(2)} ${element.tagName} ${element.textContent}`);
}
return weak;
"""


class Pages:
    """Stores and their pages, made once by the programs under test."""

    def __init__(self, folder, smallscope, relative_path, campaigns, coverage_runtime):
        self.folder = pathlib.Path(folder)
        (self.folder / "hostile.toml").write_text(HOSTILE, encoding="utf-8")
        self.planted = self.make("planted", [campaigns, "run", "planted"], campaigns)
        self.paths = self.make("paths", [relative_path, "run", "relative-path"], relative_path)
        self.branches = self.make("branches", [campaigns, "run", "branches"], campaigns)
        self.merged = self.make("merged", [campaigns, "run", "merged", "--merge-level", "1"], campaigns)
        self.foreign = self.make("foreign", [campaigns, "run", "planted"], smallscope)
        self.hostile = self.make("hostile", [smallscope, "run", "hostile.toml"], smallscope,
                                 "--from", "hostile.toml")

        # The faults of two of its three clusters.
        subprocess.run([campaigns, "review", "planted.sqlite", "--faults", "known.toml", "--today", "2026-11-22"],
                       input="n big </ul><b>\nn place\nq\n", text=True, cwd=self.folder, check=True,
                       capture_output=True)
        self.known = self.make("known", [campaigns, "run", "planted"], campaigns, "--faults", "known.toml")

        self.code = self.make_code(smallscope, coverage_runtime)

    def make_code(self, smallscope, coverage_runtime):
        """The page of a run with coverage, and the same without the source; None without gcc."""
        if shutil.which("gcc") is None:
            return None
        (self.folder / "minus.c").write_text(CODE, encoding="utf-8")
        (self.folder / "code.toml").write_text(CODE_CAMPAIGN.replace("./minus", str(self.folder / "minus")),
                                               encoding="utf-8")
        for command in (["gcc", "-g", "-O0", "-fsanitize-coverage=trace-pc,trace-cmp", "-c", "minus.c"],
                        ["gcc", "-o", "minus", "minus.o", coverage_runtime]):
            subprocess.run(command, cwd=self.folder, check=True)
        run = [smallscope, "run", "code.toml", "--coverage"]
        page = self.make("code", run, smallscope, "--from", "code.toml")
        (self.folder / "minus.c").unlink()
        return page, self.make("numbers", run, smallscope, "--from", "code.toml")

    def make(self, name, run, program, *options):
        subprocess.run([*run, "--store", f"{name}.sqlite", "--progress", "none"], cwd=self.folder, capture_output=True)
        subprocess.run([program, "report", f"{name}.sqlite", "-o", f"{name}.html", *options], cwd=self.folder,
                       check=True, capture_output=True)
        return (self.folder / f"{name}.html").as_uri()


class InBrowser(unittest.TestCase):
    """Tests of one set of pages in one browser. After each, the console must be empty and nothing requested."""

    programs = ()  # smallscope, relative-path, campaigns, the library of coverage

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="smallscope-page-")
        cls.addClassCleanup(cls.scratch.cleanup)
        cls.pages = Pages(cls.scratch.name, *cls.programs)
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--user-data-dir={cls.scratch.name}/profile"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        cls.driver = webdriver.Chrome(service=Service(CHROMEDRIVER), options=options)
        cls.addClassCleanup(cls.driver.quit)
        cls.driver.get("about:blank")  # the browser's own first page may still be loading

    def setUp(self):
        self.look(width=1280)
        self.driver.get_log("browser")
        self.driver.get_log("performance")

    def tearDown(self):
        self.assertEqual(self.driver.get_log("browser"), [], "the console is empty")
        self.assertEqual([url for url in self.requests() if not url.startswith("file:///")], [])

    def requests(self):
        """Those of pages, not of the browser's own page at its start."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"
                and not message["params"].get("documentURL", "").startswith("chrome://")]

    def look(self, width, dark=False, media=""):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": [scheme]})

    def open(self, page, address=""):
        self.driver.get("about:blank")  # so that another address loads the page again
        self.driver.get(page + address)
        self.until(lambda: self.script("return document.documentElement.dataset.ready") == "true")

    def until(self, holds):
        end = time.monotonic() + SECONDS
        while not holds():
            self.assertLess(time.monotonic(), end, "the page does not get there")
            time.sleep(0.02)

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)", selector)

    def labelled(self, text):
        """The select whose label begins with this."""
        return Select(next(label for label in self.all(".controls label") if label.text.split("\n")[0] == text)
                      .find_element(By.TAG_NAME, "select"))

    def address(self):
        return urllib.parse.unquote_plus(self.driver.current_url.partition("#")[2])

    def count(self):
        return self.one("#input-count").text

    def press(self, *keys):
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def focused(self):
        return self.driver.switch_to.active_element
