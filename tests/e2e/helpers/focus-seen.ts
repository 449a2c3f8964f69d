import { expect, type Page } from "@playwright/test";

/** Runs in the page. Returns the focusable elements that a sticky element covers completely. */
async function hiddenInFocus(within: string): Promise<string[]> {
  const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";
  const elements = [...document.querySelectorAll<HTMLElement>(within)]
    .flatMap((part) => [...part.querySelectorAll<HTMLElement>(focusable)])
    .filter((element) => element.tabIndex >= 0);
  const inset = 2;
  const isSeen = (element: HTMLElement) => {
    const own = element.getBoundingClientRect();
    // Visually hidden inputs have no size, so the check uses their visible label.
    const { left, right, top, bottom } =
      own.width > 1 ? own : (element.parentElement ?? element).getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return [
      [x, y],
      [left + inset, top + inset],
      [right - inset, top + inset],
      [left + inset, bottom - inset],
      [right - inset, bottom - inset],
    ].some(([atX = 0, atY = 0]) => {
      const hit = document.elementFromPoint(atX, atY);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
  };
  const before = document.activeElement;
  const place = [scrollX, scrollY] as const;
  const hidden = new Set<string>();
  // Goes down the page and up again, because there are sticky bars at both ends.
  for (const element of [...elements, ...elements.toReversed()]) {
    element.focus();
    // Inert or hidden elements do not take the focus, so they are skipped.
    if (document.activeElement !== element || isSeen(element)) continue;
    // Elements that appear on focus need a short time.
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished));
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (document.activeElement !== element || isSeen(element)) continue;
    hidden.add(element.outerHTML.slice(0, 200));
  }
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  scrollTo(...place);
  return [...hidden];
}

/** Asserts that every focused element is at least partly visible, so that no sticky bar covers it (WCAG 2.4.11). */
export async function expectFocusSeen(page: Page, within = "body"): Promise<void> {
  expect(await page.evaluate(hiddenInFocus, within), "elements that are covered while they have the focus").toEqual([]);
}
