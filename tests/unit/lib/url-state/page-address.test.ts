import { expect, test } from "vitest";
import { createPageAddress } from "#lib/url-state/page-address.ts";

/** A browser whose location can also be changed by other code, such as Next's router. */
function browserAt(address: string) {
  const url = new URL(address, "http://console.test");
  const write = (_state: unknown, _title: string, to?: string | URL | null) => {
    url.href = new URL(String(to), url).href;
  };
  return { location: url, history: { pushState: write, replaceState: write } };
}

function pageAt(address: string) {
  const browser = browserAt(address);
  const page = createPageAddress(() => browser);
  const press = (name: string) => {
    const query = page.query();
    query.set(name, "1");
    page.push(`/sandbox/operations?${query}`);
  };
  return { browser, page, press };
}

test("a second change keeps the first change, even before the router has updated the URL", () => {
  const { browser, press } = pageAt("/sandbox/operations");
  press("mine");
  browser.history.replaceState(null, "", "/sandbox/operations");
  press("failed");
  expect(browser.location.search).toBe("?mine=1&failed=1");
});

test("a third change keeps the second change while the router renders the first one", () => {
  const { browser, page, press } = pageAt("/sandbox/operations");
  press("mine");
  press("failed");
  browser.history.replaceState(null, "", "/sandbox/operations?mine=1");
  page.drawn("/sandbox/operations?mine=1");
  press("old");
  expect(browser.location.search).toBe("?mine=1&failed=1&old=1");
});

test("after Back, a change starts from the URL that Back has reached", () => {
  const { browser, page, press } = pageAt("/sandbox/operations");
  press("mine");
  browser.location.href = "http://console.test/sandbox/operations?old=1";
  page.forget();
  press("failed");
  expect(browser.location.search).toBe("?old=1&failed=1");
});

test("a link to another state of the page ends the wait for an earlier URL", () => {
  const { browser, page, press } = pageAt("/sandbox/operations");
  press("mine");
  browser.location.href = "http://console.test/sandbox/operations?outcome=failed";
  page.drawn("/sandbox/operations?outcome=failed");
  press("old");
  expect(browser.location.search).toBe("?outcome=failed&old=1");
});

test("a change does not start from a URL that was pushed on another page", () => {
  const { browser, page, press } = pageAt("/sandbox/operations");
  press("mine");
  browser.location.href = "http://console.test/sandbox/jobs?offset=25";
  expect(page.current()).toBe("/sandbox/jobs?offset=25");
});

test("a set query waits until the router has rendered it, on its own page", () => {
  const { page, press } = pageAt("/sandbox/operations");
  const waiting: (string | undefined)[] = [];
  const stop = page.subscribe(() => waiting.push(page.waitingQuery("/sandbox/operations")));
  press("mine");
  press("failed");
  expect(page.waitingQuery("/sandbox/jobs")).toBeUndefined();
  page.drawn("/sandbox/operations?mine=1");
  page.drawn("/sandbox/operations?mine=1&failed=1");
  page.push("/sandbox/operations");
  page.forget();
  // Listeners are called only when the value changes.
  expect(waiting).toEqual(["mine=1", "mine=1&failed=1", undefined, "", undefined]);
  stop();
  press("mine");
  expect(waiting).toHaveLength(5);
});
