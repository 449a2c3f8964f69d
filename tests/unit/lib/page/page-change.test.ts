import { beforeEach, expect, test, vi } from "vitest";
import { pageChange } from "#lib/page/page-change.ts";

beforeEach(() => {
  vi.stubGlobal("window", { location: new URL("https://console.example/sandbox/customers?window=all") });
  pageChange.ends();
});

test("another page is waited for until it is shown", () => {
  pageChange.begins("/sandbox/customers?window=7d");
  expect(pageChange.isWaiting()).toBe(true);
  pageChange.ends();
  expect(pageChange.isWaiting()).toBe(false);
});

test("the page that is there is not waited for, nor is the one whose place it takes", () => {
  pageChange.begins("/sandbox/customers?window=all#content");
  expect(pageChange.isWaiting()).toBe(false);
  pageChange.begins("/sandbox/customers/c-1");
  pageChange.begins("/sandbox/customers?window=all");
  expect(pageChange.isWaiting()).toBe(false);
});
