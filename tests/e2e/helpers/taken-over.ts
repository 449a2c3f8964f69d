import type { Page } from "@playwright/test";

/**
 * Runs in the browser. True if every control is hydrated: React stores its props on each hydrated element. Parts of the
 * response that are not shown yet are hidden, or inside a comment.
 */
function isTakenOver(): boolean {
  // While the browser still reads the document, later parts of it may name more scripts.
  if (document.readyState === "loading") return false;
  if (document.querySelector('script[src*="/_next/static/"]') === null) return true;
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) if (/^\$[?~]$/.test(comments.currentNode.nodeValue ?? "")) return false;
  return [...document.querySelectorAll("a[href], button, input, select, textarea")].every((control) =>
    Object.keys(control).some((key) => key.startsWith("__reactProps$")),
  );
}

/** Waits until a page is hydrated. For pages that the browser has loaded without `goto`. */
export const waitUntilHydrated = (page: Page) => page.waitForFunction(isTakenOver);

/**
 * Makes every navigation and every reload of the page wait for hydration, because presses before it have no effect.
 * With `waitUntil: "commit"`, it does not wait.
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
