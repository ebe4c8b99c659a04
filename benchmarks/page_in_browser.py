#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How soon a browser can use the page that the part `page` writes; prints one row, or none without a browser.

Usage: page-in-browser
Measured from the start of the navigation until the list, the map and all controls work, then of one search over all
failing inputs; the least of five. The floor is the same browser with an empty page.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
except ImportError:
    sys.exit(0)

ROUNDS = 5
GOAL = 2  # seconds
READY = """
const [done] = arguments;
const wait = () => (document.documentElement.dataset.ready === "true" || document.title === "empty"
  ? requestAnimationFrame(() => done(performance.now())) : setTimeout(wait, 1));
wait();
"""
SEARCH = """
const [words, done] = arguments;
const search = document.querySelector("input[type=search]");
search.value = words;
const start = performance.now();
search.dispatchEvent(new Event("input"));
requestAnimationFrame(() => done(performance.now() - start));
"""


def main():
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        return
    with tempfile.TemporaryDirectory() as scratch:
        page, empty = pathlib.Path(scratch, "page.html"), pathlib.Path(scratch, "empty.html")
        subprocess.run([pathlib.Path(__file__).resolve().parent / "page", page], check=True)
        empty.write_text("<!DOCTYPE html><title>empty</title>", encoding="utf-8")
        options = webdriver.ChromeOptions()
        options.binary_location = browser
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         f"--user-data-dir={scratch}/profile"):
            options.add_argument(argument)
        with webdriver.Chrome(service=Service(driver), options=options) as chrome:
            def seconds(address):
                chrome.get(address.as_uri())
                return chrome.execute_async_script(READY) / 1000
            floor = min(seconds(empty) for _ in range(ROUNDS))
            ours = min(seconds(page) for _ in range(ROUNDS))
            search = min(chrome.execute_async_script(SEARCH, f"printed 4{digit}") for digit in range(ROUNDS)) / 1000
    print(f"page: until a browser can use it\t{floor:.2g} s\t{ours:.2g} s\t{ours:.4g}\t{GOAL}\tseconds")
    print(f"page: a search in it\t\t{search:.2g} s\t{search:.4g}\t\tseconds")


if __name__ == "__main__":
    main()
