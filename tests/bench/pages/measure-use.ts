import type { Browser, Page } from "@playwright/test";
import { openPage, type Profile } from "./load-page.ts";

const firstRow = "main tbody tr[data-row]";

/** How long a person points at a button before the press, in milliseconds. */
const pointsMs = 400;

/** How long a person looks at the settled list before a press without pointing at the button first, in milliseconds. */
const looksMs = 3_000;

export interface Figures {
  browser: Browser;
  addresses: { console: string; twin: string };
  cookie: string;
  profile: Profile;
  times: number;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Records the time from the click until the first row changes. */
function watchRows(row: string): void {
  const first = document.querySelector(row)?.getAttribute("data-row");
  const noted: { turnedMs?: number } = {};
  Object.assign(window, { noted });
  addEventListener(
    "click",
    () => {
      const clickedAt = performance.now();
      const look = () => {
        if (document.querySelector(row)?.getAttribute("data-row") === first) requestAnimationFrame(look);
        else {
          requestAnimationFrame(() =>
            setTimeout(() => {
              noted.turnedMs = performance.now() - clickedAt;
            }),
          );
        }
      };
      look();
    },
    { capture: true, once: true },
  );
}

async function noted<Name extends string>(page: Page, name: Name): Promise<number> {
  const handle = await page.waitForFunction(
    (wanted) => (window as unknown as { noted: Record<string, number> }).noted[wanted],
    name,
  );
  return Number(await handle.jsonValue());
}

/**
 * Measures the time from the press of "Next page" until the new rows are painted. In one case, the person points at
 * the button before the press (`console`). In the other case, the person only looks at the list before the press
 * (`unpointed`). Also measures the copy without scripts (`twin`).
 */
export async function measureNextPage({ browser, addresses, cookie, profile, times }: Figures) {
  const found = { console: [] as number[], unpointed: [] as number[], twin: [] as number[] };
  for (let round = 0; round < times; round++) {
    const console = await openPage(browser, { address: addresses.console, content: firstRow, cookie, profile });
    const button = console.page.getByRole("button", { name: "Next page" });
    await button.hover();
    await console.page.waitForTimeout(pointsMs);
    await console.page.evaluate(watchRows, firstRow);
    await button.click();
    found.console.push(await noted(console.page, "turnedMs"));
    await console.close();
    const unpointed = await openPage(browser, { address: addresses.console, content: firstRow, cookie, profile });
    await unpointed.page.waitForTimeout(looksMs);
    await unpointed.page.evaluate(watchRows, firstRow);
    await unpointed.page.getByRole("button", { name: "Next page" }).evaluate((next: HTMLElement) => next.click());
    found.unpointed.push(await noted(unpointed.page, "turnedMs"));
    await unpointed.close();
    const twin = await openPage(browser, { address: addresses.twin, content: firstRow, cookie, profile });
    // The copy without scripts (`twin`) loads a new document. The marks of this document show when its rows appeared.
    await Promise.all([twin.page.waitForNavigation(), twin.page.locator("#next").click()]);
    const handle = await twin.page.waitForFunction(
      () => (window as unknown as { marks: { contentAt?: number } }).marks.contentAt,
    );
    found.twin.push(Number(await handle.jsonValue()));
    await twin.close();
  }
  return { console: median(found.console), unpointed: median(found.unpointed), twin: median(found.twin) };
}

/**
 * Records two times: when the lookup's input has the focus after Ctrl K, and when the first hit is painted after a key.
 */
function watchLookup(): void {
  const noted: { openMs?: number; hitMs?: number } = {};
  Object.assign(window, { noted });
  let keyAt = 0;
  addEventListener(
    "keydown",
    ({ key }) => {
      if (key === "k") keyAt = performance.now();
    },
    true,
  );
  addEventListener("focusin", ({ target }) => {
    if (noted.openMs === undefined && (target as Element).getAttribute("role") === "combobox") {
      noted.openMs = performance.now() - keyAt;
    }
  });
  addEventListener(
    "input",
    () => {
      const typedAt = performance.now();
      const look = () => {
        if (!document.querySelector('[role="option"][href*="/customers/"]')) return void requestAnimationFrame(look);
        requestAnimationFrame(() =>
          setTimeout(() => {
            const shownAt = performance.now();
            const answers = (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).filter(
              ({ name, startTime }) => name.includes("/lookup") && startTime >= typedAt,
            );
            const answeredIn = Math.min(...answers.map(({ responseEnd, requestStart }) => responseEnd - requestStart));
            noted.hitMs = shownAt - typedAt - answeredIn;
          }),
        );
      };
      look();
    },
    { once: true },
  );
}

/**
 * Measures how soon the lookup opens for the first time after a page load. Also measures the time that the lookup adds
 * to the API's own time.
 */
export async function measureLookup({ browser, addresses, cookie, profile, times }: Figures) {
  const found = { openMs: [] as number[], hitMs: [] as number[] };
  for (let round = 0; round < times; round++) {
    const { page, close } = await openPage(browser, { address: addresses.console, content: firstRow, cookie, profile });
    const name = ((await page.locator(`${firstRow} th a`).first().textContent()) ?? "").split(" ")[0] ?? "";
    await page.evaluate(watchLookup);
    await page.keyboard.press("Control+k");
    found.openMs.push(await noted(page, "openMs"));
    await page.keyboard.insertText(name);
    found.hitMs.push(await noted(page, "hitMs"));
    await close();
  }
  return { openMs: median(found.openMs), hitMs: median(found.hitMs) };
}
