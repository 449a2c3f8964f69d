import { beforeEach, expect, test } from "vitest";
import {
  dropDraft,
  emptyCreation,
  keepDraft,
  newDraft,
  randomKey,
  readDraft,
} from "#lib/browser-storage/creation-draft.ts";
import { type FakeBrowser, openBrowser } from "./fake-browser.ts";

let browser: FakeBrowser;

beforeEach(async () => {
  browser = openBrowser();
});

test("a draft comes back with its key, for its person, in its environment and place alone", () => {
  const draft = newDraft({ ...emptyCreation, companyName: "Ahorn" });
  expect(keepDraft("sandbox", undefined, "edith", draft)).toBe(true);
  expect(readDraft("sandbox", undefined, "edith")).toEqual(draft);
  expect(readDraft("sandbox", undefined, "emre")).toBeUndefined();
  expect(readDraft("production", undefined, "edith")).toBeUndefined();
  expect(readDraft("sandbox", "an operation", "edith")).toBeUndefined();
  dropDraft("sandbox", undefined, "edith");
  expect(browser.tab.length).toBe(0);
});

test("what is no draft, and a browser that keeps nothing, are none", () => {
  keepDraft("sandbox", undefined, "edith", newDraft());
  const place = browser.tab.key(0) ?? "";
  for (const text of ["{", "null", '{"knowingly":true}', '{"key":"1","values":{}}']) {
    browser.tab.setItem(place, text);
    expect(readDraft("sandbox", undefined, "edith")).toBeUndefined();
  }
  browser.tab.isFull = true;
  expect(keepDraft("sandbox", undefined, "edith", newDraft())).toBe(false);
});

test("a key is a UUID of its own", () => {
  const keys = Array.from({ length: 100 }, randomKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
