import type { Page } from "@playwright/test";

/**
 * Whether the page's script has taken over every control, in the browser: React keeps its props at each element
 * that it has taken over. What comes later in the response still stands behind a comment, or hidden.
 */
function isTakenOver(): boolean {
  if (document.querySelector('script[src*="/_next/static/"]') === null) return true;
  const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) if (/^\$[?~]$/.test(comments.currentNode.nodeValue ?? "")) return false;
  return [...document.querySelectorAll("a[href], button, input, select, textarea")].every((control) =>
    Object.keys(control).some((key) => key.startsWith("__reactProps$")),
  );
}

/**
 * Has the page wait, wherever it is opened or loaded anew, until its script has taken over: what is pressed before
 * comes to nothing, and how soon that is depends on the machine. `waitUntil: "commit"` waits for nothing.
 */
export function waitForItsScript(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil !== "commit") await page.waitForFunction(isTakenOver);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil !== "commit") await page.waitForFunction(isTakenOver);
    return answer;
  };
}
