import type { Page } from "@playwright/test";

/**
 * Runs in the browser: whether every control is hydrated. React keeps its props at each hydrated
 * element. Later parts of the response are still behind a comment, or hidden.
 */
function isTakenOver(): boolean {
  // A document that the browser is still reading may name its scripts further on.
  if (document.readyState === "loading") return false;
  if (document.querySelector('script[src*="/_next/static/"]') === null) return true;
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) if (/^\$[?~]$/.test(comments.currentNode.nodeValue ?? "")) return false;
  return [...document.querySelectorAll("a[href], button, input, select, textarea")].every((control) =>
    Object.keys(control).some((key) => key.startsWith("__reactProps$")),
  );
}

/** Waits until the page is hydrated, for one that has loaded itself. */
export const waitUntilHydrated = (page: Page) => page.waitForFunction(isTakenOver);

/**
 * Makes every navigation and reload of the page wait until it is hydrated: presses before that
 * have no effect, and the time depends on the machine. `waitUntil: "commit"` does not wait.
 */
export function waitForItsScript(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== "commit") await waitUntilHydrated(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil !== "commit") await waitUntilHydrated(page);
    return answer;
  };
}
