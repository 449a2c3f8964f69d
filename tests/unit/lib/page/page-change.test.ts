import { beforeEach, expect, test, vi } from "vitest";
import { pageChange } from "#lib/page/page-change.ts";

beforeEach(() => {
  vi.stubGlobal("window", { location: new URL("https://console.example/sandbox/customers?window=all") });
  pageChange.ends();
});

test("the tab waits for another page until that page is shown", () => {
  pageChange.begins("/sandbox/customers?window=7d");
  expect(pageChange.isWaiting()).toBe(true);
  pageChange.ends();
  expect(pageChange.isWaiting()).toBe(false);
});

test("the tab does not wait for the current page, or for the page that it replaces", () => {
  pageChange.begins("/sandbox/customers?window=all#content");
  expect(pageChange.isWaiting()).toBe(false);
  pageChange.begins("/sandbox/customers/c-1");
  pageChange.begins("/sandbox/customers?window=all");
  expect(pageChange.isWaiting()).toBe(false);
});
