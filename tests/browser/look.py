"""look.py PAGE...: opens each page in headless Chromium, wide, narrow, dark and as print, and checks what a person would see."""
import base64
import pathlib
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.chrome.service import Service


def browser(downloads):
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.set_capability("unhandledPromptBehavior", "ignore")  # so that an alert is seen, not swallowed
    options.add_experimental_option("prefs", {"download.default_directory": str(downloads), "download.prompt_for_download": False})
    driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
    driver.set_page_load_timeout(120)
    return driver


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def no_complaints(driver, page):
    complaints = [entry for entry in driver.get_log("browser") if "favicon" not in entry["message"]]
    check(not complaints, f"{page}: the console says {complaints}")


def every_chart_drew(driver, page):
    charts = driver.execute_script("""return [...document.querySelectorAll("svg.chart")].map(svg => {
      const box = svg.getBoundingClientRect();
      const marks = [...svg.querySelectorAll("[data-tip]")];
      const inside = marks.every(m => { const b = m.getBBox(); return b.x >= -9 && b.x + b.width <= 429 && b.y >= -9 && b.y + b.height <= 309; });
      return {label: svg.getAttribute("aria-label"), width: box.width, height: box.height, marks: marks.length, inside,
              text: svg.querySelectorAll("text").length, bad: /NaN|Infinity|undefined/.test(svg.outerHTML)};
    });""")
    check(len(charts) > 0, f"{page}: no charts")
    for chart in charts:
        check(chart["width"] > 200 and chart["height"] > 100, f"{page}: a chart is too small to see: {chart}")
        check(chart["marks"] > 0 and chart["text"] > 4 and chart["inside"] and not chart["bad"], f"{page}: a chart did not draw: {chart}")
    return len(charts)


def every_picture_loaded(driver, page):
    broken = driver.execute_script("return [...document.images].filter(i => !i.complete || i.naturalWidth === 0).length")
    check(broken == 0, f"{page}: {broken} pictures did not load")


def fits_the_window(driver, page):
    wide = driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
    check(wide <= 0, f"{page}: is {wide} pixels wider than a window of {driver.execute_script('return innerWidth')}")


def hovering_shows_values(driver, page):
    mark = driver.find_element(By.CSS_SELECTOR, "svg.chart [data-tip]")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", mark)
    ActionChains(driver).move_to_element(mark).perform()
    tip = driver.find_element(By.ID, "tip")
    check(tip.is_displayed(), f"{page}: hovering shows nothing")
    shown = driver.execute_script("return [document.getElementById('tip').textContent, "
                                  "[...document.querySelectorAll('.on')].map(m => m.dataset.tip)]")
    check([shown[0]] == shown[1], f"{page}: the tip {shown[0]!r} is not that of the mark {shown[1]!r}")


def a_table_downloads(driver, page, downloads):
    link = driver.find_element(By.CSS_SELECTOR, "a.csv")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", link)
    name, address = link.get_attribute("download"), link.get_attribute("href")
    link.click()
    file = downloads / name
    for _ in range(100):
        if file.exists() and file.stat().st_size > 0:
            break
        time.sleep(0.1)
    check(file.exists(), f"{page}: {name} was not downloaded")
    check(file.read_bytes() == base64.b64decode(address.split(",", 1)[1]), f"{page}: {name} is not what the page holds")
    check(file.read_text().count("\n") > 1, f"{page}: {name} has no rows")
    file.unlink()


def is_readable(driver, page):
    """Text stands out from the paper: a contrast of at least 4.5 to 1."""
    ratio = driver.execute_script("""
      const light = c => { const [r, g, b] = c.match(/[0-9.]+/g).map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
                           return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
      const paper = light(getComputedStyle(document.body).backgroundColor);
      const all = [getComputedStyle(document.querySelector("p, li")).color,
                   ...[...document.querySelectorAll(".chart text")].map(t => getComputedStyle(t).fill)];
      return Math.min(...all.map(c => { const l = light(c); return (Math.max(l, paper) + 0.05) / (Math.min(l, paper) + 0.05); }));""")
    check(ratio >= 4.5, f"{page}: text has a contrast of only {ratio:.2f}")


def look(driver, page, downloads):
    driver.set_window_size(1280, 900)
    driver.get(pathlib.Path(page).resolve().as_uri())
    charts = every_chart_drew(driver, page)
    every_picture_loaded(driver, page)
    fits_the_window(driver, page)
    is_readable(driver, page)
    hovering_shows_values(driver, page)
    a_table_downloads(driver, page, downloads)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 375, "height": 800, "deviceScaleFactor": 2, "mobile": True})
    fits_the_window(driver, page + " on a phone")
    every_chart_drew(driver, page + " on a phone")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    is_readable(driver, page + " in the dark")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    is_readable(driver, page + " in print")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": []})
    no_complaints(driver, page)
    return charts


def main(pages):
    with tempfile.TemporaryDirectory() as folder:
        downloads = pathlib.Path(folder)
        driver = browser(downloads)
        try:
            for page in pages:
                print(f"{page}: {look(driver, page, downloads)} charts")
        finally:
            driver.quit()
    print(f"{len(pages)} passed, 0 failed")


main(sys.argv[1:])
