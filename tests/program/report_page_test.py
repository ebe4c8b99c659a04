# SPDX-License-Identifier: Apache-2.0
"""The page of `report` in a headless Chromium: read, clicked, searched, with the keyboard alone, narrow and dark.

Usage: report_page_test.py SMALLSCOPE RELATIVE_PATH CAMPAIGNS COVERAGE_RUNTIME [UNITTEST-OPTION...]
The arguments are the programs under test, and the library that instrumented programs link. Exits 77, "skipped",
and says why if there is no browser.
"""

import pathlib
import shlex
import subprocess
import sys
import unittest

import report_page_browser as browser

if not browser.obstacle():
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys


class ReportPage(browser.InBrowser):

    # What the page says.

    def test_says_what_ran_and_why_it_fails(self):
        self.open(self.pages.planted)
        self.assertEqual(self.driver.title, "planted - smallscope")
        self.assertIn("22 failing inputs in 3 clusters. All 80 inputs", self.one("header").text)
        first = self.one("article.cluster")
        self.assertIn("fails exactly when", first.text)
        self.assertIn("12 kind is one of b, d <e> and size is at least 7", first.text.replace("\n", " "))
        self.assertEqual(len(self.all("article.cluster")), 3)
        self.assertEqual(len(self.all("#run circle")), 3)

    def test_nothing_is_requested(self):
        self.open(self.pages.planted)
        self.assertEqual([url for url in self.requests() if url != "about:blank"], [self.pages.planted])

    def test_witnesses_open_on_demand(self):
        self.open(self.pages.paths)
        self.assertEqual(self.all(".witness"), [])
        summary = self.one("details.witnesses summary")
        summary.click()
        self.until(lambda: len(self.all(".witness")) == 2)
        titles = self.texts(".witness thead")
        self.assertTrue(all("fails" in title and "passes" in title for title in titles), titles)
        self.assertTrue(self.all(".witness del") and self.all(".witness ins"))
        self.open(self.pages.planted)  # whose campaign renders no inputs
        self.one("details.witnesses summary").click()
        self.until(lambda: "size = 7 | size = 0" in self.one("details.witnesses").text)
        self.assertEqual(self.all(".witness table"), [])

    # The list of failing inputs.

    def test_a_cluster_leads_to_its_inputs(self):
        self.open(self.pages.planted)
        self.assertEqual(self.count(), "22 of 22 failing inputs")
        link = self.one("article.cluster a.list")
        link.click()
        self.assertEqual(self.count(), "12 of 22 failing inputs")
        self.assertTrue(self.address().startswith("inputs&cluster=v1-"), self.address())
        self.assertEqual(set(self.texts(".inputs .id")), {"C1"})
        self.driver.back()
        self.until(lambda: self.count() == "22 of 22 failing inputs")

    def test_searches_messages_choices_and_ordinals(self):
        self.open(self.pages.planted)
        search, name = self.one("input[type=search]"), self.texts(".opener .name")[5]
        for words, matching in (("wrong place", 9), ("OUTSIDE too", 6), ("nothing like this", 0), (name, 1)):
            search.clear()
            search.send_keys(words)
            self.assertEqual(self.count(), f"{matching} of 22 failing inputs" if matching else
                             "No failing input matches.", words)
            self.assertEqual(len(self.all(".inputs > li")), matching)
        self.assertEqual(self.texts(".opener .name"), [name])
        self.open(self.pages.planted, "#inputs&search=wrong+place")
        self.assertEqual(self.count(), "9 of 22 failing inputs")
        self.assertEqual(self.one("input[type=search]").get_attribute("value"), "wrong place")

    def test_filters_and_groups_stand_in_the_address(self):
        self.open(self.pages.planted)
        self.labelled("Where").select_by_visible_text("kind")
        self.labelled("is").select_by_visible_text("d <e> (6)")
        self.assertEqual(self.count(), "6 of 22 failing inputs")
        self.assertEqual(self.address(), "inputs&is.kind=d <e>")
        self.labelled("Group by").select_by_visible_text("size")
        self.assertEqual(sorted(self.texts("#input-groups tbody tr")), ["2\t7", "2\t8", "2\t9"])
        address = self.driver.current_url
        self.all("#input-groups button")[0].click()
        self.assertEqual(self.count(), "2 of 22 failing inputs")
        self.driver.get("about:blank")
        self.open(address)
        self.assertEqual(len(self.all("#input-groups tbody tr")), 3)
        self.one(".chips button").click()
        self.assertEqual(self.count(), "22 of 22 failing inputs")

    def test_an_input_opens_to_its_programs_and_its_command(self):
        self.open(self.pages.paths)
        opener = self.all(".opener")[3]
        opener.click()
        panel = self.one(".panel:not([hidden])")
        self.until(lambda: "again:" in panel.text)
        self.assertEqual(opener.get_attribute("aria-expanded"), "true")
        self.assertEqual(opener.get_attribute("aria-controls"), panel.get_attribute("id"))
        self.assertIn("fail", panel.text)
        self.assertIn("value", panel.find_element(By.CSS_SELECTOR, ".texts, .facts").text)
        command = panel.find_element(By.CSS_SELECTOR, ".command").text
        again = subprocess.run(shlex.split(command), cwd=self.pages.folder, capture_output=True, text=True)
        self.assertEqual(again.returncode, 1, again)
        self.assertIn("as recorded", again.stdout)
        self.open(self.driver.current_url)
        self.until(lambda: len(self.all(".panel:not([hidden]) .command")) == 1)

    def test_long_lists_have_pages(self):
        self.open(self.pages.paths)
        self.assertEqual(self.count(), "934 of 934 failing inputs, 1 to 50 shown")
        self.one("#input-pages button:last-child").click()
        self.assertEqual(self.count(), "934 of 934 failing inputs, 51 to 100 shown")
        self.assertEqual(len(self.all(".inputs > li")), 50)
        self.open(self.pages.paths, "#inputs&page=19")
        self.assertEqual(self.count(), "934 of 934 failing inputs, 901 to 934 shown")
        self.open(self.pages.paths, "#inputs&page=77")
        self.assertEqual(len(self.all(".inputs > li")), 34)

    # Known faults.

    def test_known_faults_are_shown_and_choose_clusters(self):
        self.open(self.pages.known)
        self.assertEqual(self.texts("article.cluster .known li"), ["new", "known: big </ul><b>", "known: place"])
        self.assertIn("1 new failing input; known faults: 2 known.", self.one("#clusters").text)
        self.assertEqual(self.count(), "22 of 22 failing inputs")
        shown = lambda selector: [part for part in self.all(selector) if part.is_displayed()]
        self.labelled("Show clusters").select_by_visible_text("new (1)")
        self.assertEqual(len(shown("article.cluster")), 1)
        self.assertEqual(len(shown(".overview tbody tr")), 1)
        self.assertEqual(self.count(), "1 of 22 failing inputs")
        self.open(self.driver.current_url)
        self.assertEqual(len(shown("article.cluster")), 1)
        self.labelled("Show clusters").select_by_visible_text("known (2)")
        self.assertEqual(self.count(), "21 of 22 failing inputs")
        self.one(".chips button").click()
        self.assertEqual((self.count(), len(shown("article.cluster"))), ("22 of 22 failing inputs", 3))
        self.open(self.pages.planted)
        self.assertEqual(self.all("#known-controls, .known, [data-known]"), [])

    def test_unknown_addresses_do_no_harm(self):
        for address in ("#nowhere", "#inputs&cluster=v1-0&is.kind=none", "#map&rows=none&columns=none&of=none",
                        "#%ff&="):
            self.open(self.pages.planted, address)
            self.assertEqual(len(self.all("#map-table table")), 1)
        self.open(self.pages.planted, "#inputs&cluster=v1-0")
        self.assertEqual(self.count(), "No failing input matches.")

    def test_choices_that_not_every_input_makes(self):
        self.open(self.pages.branches)
        self.labelled("Group by").select_by_index(4)
        groups = self.texts("#input-groups tbody th")
        self.assertIn("absent", groups)
        next(button for button in self.all("#input-groups button") if button.text == "absent").click()
        self.assertEqual(self.count(), "2 of 4 failing inputs")

    def test_merged_inputs_name_their_level(self):
        self.open(self.pages.merged)
        merged = next(opener for opener in self.all(".opener") if "M1 #" in opener.text)
        merged.click()
        self.until(lambda: "--merge-level 1" in self.one(".panel:not([hidden])").text)

    def test_without_the_campaign_there_is_what_the_store_has(self):
        self.open(self.pages.foreign)
        self.assertIn("There are no explanations", self.one("#clusters").text)
        self.assertEqual(self.count(), "22 of 22 failing inputs")
        self.assertEqual(self.all("#map-table small"), [])
        self.assertTrue(self.all("#map-table a"))

    # The source, coloured by suspicion.

    def open_code(self, page=0):
        if self.pages.code is None:
            self.skipTest("there is no gcc, which the page of a run with coverage needs")
        self.open(self.pages.code[page])

    def is_visible(self, element):
        return self.script("return arguments[0].checkVisibility()", element)

    def source_row(self, text):
        return next(row for row in self.all("table.source tbody tr") if text in row.text)

    def test_the_source_is_coloured_by_suspicion(self):
        self.open_code()
        self.assertFalse(self.is_visible(self.one("table.source")), "beyond the first view")
        summary = self.one("details.code > summary")
        self.assertIn("First of 2 functions: minus (minus.c), main", summary.text)
        self.script("arguments[0].focus()", summary)
        self.press(Keys.ENTER)
        self.until(lambda: self.is_visible(self.one("table.source")))
        cells = lambda text: [cell.text for cell in self.source_row(text).find_elements(By.CSS_SELECTOR, "th, td")]
        line, score, rank, failing, passing, source = cells("return a + b;")
        self.assertEqual((line, score, rank[0], failing, passing), ("7", "1", "1", "6", "0"))
        self.assertEqual(source, "  return a + b;")
        self.assertEqual(self.source_row("return a + b;").get_attribute("class"), "shade-8")
        self.assertEqual(cells("return a - b;")[1:5:3] + cells("return a - b;")[3:4], ["0", "6", "0"])
        self.assertIn('</td><script>document.title="broken"</script> */', self.source_row("if (b < 3)").text)
        self.assertEqual(self.driver.title, "check/code - smallscope")
        colour = lambda text: self.source_row(text).value_of_css_property("background-color")
        self.assertEqual(len({colour(text) for text in ("return a + b;", "static int minus", "return a - b;")}), 3)

    def test_the_source_is_read_without_a_script(self):
        if self.pages.code is None:
            self.skipTest("there is no gcc, which the page of a run with coverage needs")
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            self.driver.get(self.pages.code[0])
            self.assertFalse(self.is_visible(self.one("table.source")))
            self.one("details.code > summary").click()
            self.assertTrue(self.is_visible(self.source_row("return a + b;")))
            self.assertFalse(self.is_visible(self.all("table.source")[1]))
            self.all("details.function > summary")[1].click()
            self.assertTrue(self.is_visible(self.source_row("int main")))
        finally:
            self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})

    def test_without_the_source_there_are_numbers(self):
        self.open_code(1)
        self.one("details.code > summary").click()
        self.assertIn("The source of minus.c was not found", self.one("details.code").text)
        self.assertEqual(self.texts("table.source tbody tr:first-child th")[0], "5")

    def test_the_source_on_a_narrow_screen(self):
        self.look(360)
        self.open_code()
        self.one("details.code > summary").click()
        row = self.source_row("return a + b;")
        for text in ("7", "rank 1", "6 failing", "0 passing"):
            self.assertIn(text, self.script("""
                return [...arguments[0].cells].map((cell) => ["::before", "::after"].map((part) => {
                  const content = getComputedStyle(cell, part).content;
                  return content === "none" ? "" : JSON.parse(content);
                }).join(cell.innerText)).join("|")""", row))
        self.assertTrue(all(map(self.is_visible, row.find_elements(By.CSS_SELECTOR, "th, td"))))

    # The map.

    def cell(self, row, column):
        return self.script("""
            const table = document.querySelector("#map-table table");
            const column = [...table.tHead.rows[0].cells].findIndex((cell) => cell.innerText === arguments[1]);
            const row = [...table.tBodies[0].rows].find((each) => each.cells[0].innerText === arguments[0]);
            return row.cells[column];""", row, column)

    def test_the_map_is_pivoted_and_counts(self):
        self.open(self.pages.planted)
        self.labelled("Rows").select_by_visible_text("kind")
        self.labelled("Columns").select_by_visible_text("place")
        for row, column, text in (("c", "outside", "100% 10 of 10"), ("c", "inside", "0 of 10"),
                                  ("a", "inside", "0 of 9"), ("b", "inside", "30% 3 of 10"),
                                  ("b", "all", "30% 6 of 20"),
                                  ("all", "outside", "41% 16 of 39"), ("all", "inside", "15% 6 of 39"),
                                  ("all", "all", "28% 22 of 78")):
            self.assertEqual(self.cell(row, column).text.split(), text.split(), (row, column))
        self.assertEqual(self.address(), "map&rows=kind&columns=place")
        self.labelled("Failing in").select_by_index(1)
        self.assertEqual(self.cell("c", "outside").text.split(), "0 of 10".split())
        self.open(self.driver.current_url)
        self.assertEqual(self.cell("b", "outside").text.split(), "30% 3 of 10".split())
        self.cell("b", "outside").find_element(By.TAG_NAME, "a").click()
        self.assertEqual(self.count(), "3 of 22 failing inputs")
        self.assertIn("rows=kind", self.address(), "the map keeps what it shows")

    def test_rows_and_columns_change_places(self):
        self.open(self.pages.planted, "#map&rows=kind&columns=size")
        before = self.cell("b", "9").text
        next(button for button in self.all("#map button") if button.text == "Swap").click()
        self.assertEqual(self.cell("9", "b").text, before)
        self.labelled("Columns").select_by_visible_text("size")
        self.assertEqual(self.cell("9", "all").text.split(), "63% 5 of 8".split())

    def test_values_beyond_forty_are_folded(self):
        self.open(self.pages.paths)
        headers = self.texts("#map-table thead th")
        self.assertEqual(len(headers), 41)
        self.assertEqual(headers[-1], "all")
        self.assertRegex(headers[-2], r"^\d+ others$")
        failing = self.script("""
            return [...document.querySelectorAll("#map-table tbody tr:not(:last-child) td:last-child small")]
              .map((each) => /^([\\d,]+) of /.exec(each.innerText)?.[1] ?? "0")
              .reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0)""")
        self.assertEqual(failing, 934, "rows and their folded rest hold every failing input")

    # Readers who do not use a mouse, or see it differently.

    def test_with_the_keyboard_alone(self):
        self.open(self.pages.planted)
        self.one("body").send_keys(Keys.TAB)
        self.assertEqual(self.focused().text, "Skip to the clusters")
        self.press(Keys.ENTER)
        self.assertEqual(self.focused().get_attribute("id"), "clusters")
        for _ in range(200):
            self.press(Keys.TAB)
            if self.focused().get_attribute("type") == "search":
                break
        self.press("four")
        self.assertEqual(self.count(), "1 of 22 failing inputs")
        self.assertEqual(self.focused().get_attribute("type"), "search", "typing keeps the focus")
        for _ in range(20):
            self.press(Keys.TAB)
            if "opener" in self.focused().get_attribute("class"):
                break
        self.assertNotEqual(self.focused().value_of_css_property("outline-style"), "none", "the focus is visible")
        self.press(Keys.ENTER)
        self.until(lambda: "again:" in self.one(".panel").text)

    def test_arrow_keys_move_in_the_map(self):
        self.open(self.pages.planted, "#map&rows=kind&columns=place")
        self.assertEqual(len(self.all("#map-table a[tabindex='0']")), 1, "one stop for the Tab key")
        self.script("arguments[0].focus()", self.cell("b", "inside").find_element(By.TAG_NAME, "a"))
        self.press(Keys.ARROW_RIGHT)
        self.press(Keys.ARROW_DOWN)
        self.assertEqual(self.focused().text.split(), "100% 10 of 10".split())
        self.press(Keys.ENTER)
        self.assertEqual(self.count(), "10 of 22 failing inputs")

    def open_everything(self):
        self.script("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for opener in self.all(".opener")[:3]:
            opener.click()
        self.until(lambda: len(self.all(".panel:not([hidden]) .command")) == 3)

    def test_colours_have_contrast(self):
        for dark in (False, True):
            self.look(1280, dark)
            for page in (*(self.pages.code or ()), self.pages.known + "#map&rows=kind&columns=size"):
                self.open(page)
                self.open_everything()
                self.assertEqual(self.script(browser.CONTRAST), [], f"{page}, dark: {dark}")
            red = self.script("return getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]")
            self.assertEqual(int(red) < 64, dark, "the page follows the reader's scheme")

    def test_narrow_screens_scroll_down_only(self):
        self.look(360)
        for page in (self.pages.planted, self.pages.paths, self.pages.hostile, self.pages.foreign, self.pages.known,
                     *(self.pages.code or ())):
            self.open(page)
            self.open_everything()
            self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), 360, page)

    def test_what_assistive_technology_reads(self):
        for page in (*(self.pages.code or ())[:1], self.pages.known + "#inputs&group=cluster&is.place=outside"):
            self.open(page)
            self.open_everything()
            self.expect_names_and_levels()

    def expect_names_and_levels(self):
        self.assertEqual(self.script("return document.documentElement.lang"), "en")
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        nodes = [node for node in nodes if not node.get("ignored")]
        role = lambda node: node.get("role", {}).get("value")
        name = lambda node: node.get("name", {}).get("value", "").strip()
        controls = {"button", "link", "combobox", "searchbox", "textbox", "region", "navigation", "article", "image",
                    "img", "DisclosureTriangle"}
        self.assertEqual([node for node in nodes if role(node) in controls and name(node) == ""], [])
        roles = [role(node) for node in nodes]
        for landmark in ("banner", "navigation", "main"):
            self.assertEqual(roles.count(landmark), 1, landmark)
        self.assertIn("status", roles, "the number of results is announced")
        levels = [int(tag[1]) for tag in self.script(
            "return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((e) => e.tagName)")]
        self.assertEqual(levels[0], 1)
        self.assertEqual(levels.count(1), 1)
        self.assertTrue(all(b - a <= 1 for a, b in zip(levels, levels[1:])), f"no level is left out: {levels}")
        ids = self.script("return [...document.querySelectorAll('[id]')].map((e) => e.id)")
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual(self.script("return document.querySelectorAll('th:not([scope])').length"), 0)
        references = self.script("""return [...document.querySelectorAll("[aria-labelledby], [aria-controls]")]
            .map((e) => e.getAttribute("aria-labelledby") ?? e.getAttribute("aria-controls"))""")
        self.assertLessEqual(set(references), set(ids))

    def test_prints_without_controls(self):
        self.look(800, media="print")
        self.open(self.pages.planted)
        self.assertEqual([element for element in self.all("nav, .controls, #inputs") if element.is_displayed()], [])
        self.assertTrue(self.one("article.cluster").is_displayed())

    # What subjects print.

    def test_hostile_text_is_shown_and_does_nothing(self):
        self.open(self.pages.hostile)
        self.assertEqual(self.driver.title, "check/hostile - smallscope")
        for opener in self.all(".opener"):
            opener.click()
        self.until(lambda: len(self.all(".panel:not([hidden]) .command")) == 8)
        text = self.one("main").text
        for shown in ("</script><script>document.title=\"broken\"</script>", "<!-- <img src=x onerror=alert(1)>",
                      "]]>&amp;", "\\x1b[31mred\\x07", "nul\\x00nul", "\\xff\\xfe bytes", "\\u202ereversed",
                      "<style>body{display:none}</style>", "never </h1><b>"):
            self.assertIn(shown, text)
            places = self.script("""
                const within = (selector) => [...document.querySelectorAll(selector)]
                  .some((each) => each.textContent.includes(arguments[0]));
                return [within(".cluster"), within(".opener"), within(".panel")];""", shown)
            self.assertEqual(places, [True, True, True], shown)
        self.assertEqual(self.all("img, body script:not([type]), main style, main script"), [])
        self.assertTrue(self.one("main").is_displayed())
        whole = self.script("return document.documentElement.textContent")
        self.assertEqual([character for character in whole if ord(character) < 32 and character not in "\n\t"], [])
        self.assertNotIn("\u202e", whole)


if __name__ == "__main__":
    if browser.obstacle():
        print(browser.obstacle())
        sys.exit(77)
    browser.InBrowser.programs = [str(pathlib.Path(argument).resolve()) for argument in sys.argv[1:5]]
    unittest.main(argv=[sys.argv[0], *sys.argv[5:]], verbosity=2)
