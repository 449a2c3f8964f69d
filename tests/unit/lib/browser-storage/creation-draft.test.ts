import { beforeEach, expect, test, vi } from "vitest";
import { type FakeBrowser, openBrowser } from "./fake-browser.ts";

let browser: FakeBrowser;
let drafts: typeof import("#lib/browser-storage/creation-draft.ts");

beforeEach(async () => {
  browser = openBrowser();
  // Resets the modules, because each document must detect for itself whether the person has signed out.
  vi.resetModules();
  drafts = await import("#lib/browser-storage/creation-draft.ts");
});

test("a draft is restored with its key, only for its person, its environment and its place", () => {
  const draft = drafts.newDraft({ ...drafts.emptyCreation, companyName: "Ahorn" });
  expect(drafts.keepDraft("sandbox", undefined, "edith", draft)).toBe(true);
  expect(drafts.readDraft("sandbox", undefined, "edith")).toEqual(draft);
  expect(drafts.readDraft("sandbox", undefined, "emre")).toBeUndefined();
  expect(drafts.readDraft("production", undefined, "edith")).toBeUndefined();
  expect(drafts.readDraft("sandbox", "an operation", "edith")).toBeUndefined();
  drafts.dropDraft("sandbox", undefined, "edith");
  expect(browser.tab.length).toBe(0);
});

test("an invalid stored text and a browser without storage give no draft", () => {
  drafts.keepDraft("sandbox", undefined, "edith", drafts.newDraft());
  const place = browser.tab.key(0) ?? "";
  for (const text of ["{", "null", '{"knowingly":true}', '{"key":"1","values":{}}']) {
    browser.tab.setItem(place, text);
    expect(drafts.readDraft("sandbox", undefined, "edith")).toBeUndefined();
  }
  browser.tab.isFull = true;
  expect(drafts.keepDraft("sandbox", undefined, "edith", drafts.newDraft())).toBe(false);
});

test("a form opens with this tab's draft, unless the draft is a copy of a draft that was sent since", () => {
  const draft = drafts.newDraft();
  const sent = { ...draft, sent: { body: {}, at: "2026-11-22T09:00:00.000Z" } };
  expect(drafts.draftToOpen(draft, sent)).toBe(sent);
  expect(drafts.draftToOpen(sent, draft)).toBe(sent);
  expect(drafts.draftToOpen(drafts.newDraft(), sent)?.sent).toBeUndefined();
  expect(drafts.draftToOpen(undefined, sent)).toBe(sent);
  expect(drafts.draftToOpen(draft, undefined)).toBe(draft);
  expect(drafts.draftToOpen(undefined, undefined)).toBeUndefined();
});

test("each draft gets a new UUID as its key", () => {
  const keys = Array.from({ length: 100 }, drafts.randomKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test("values that are typed before the draft was read replace its fields, but never the fields of a sent draft", () => {
  const { draftWithChanges, emptyCreation, newDraft } = drafts;
  const kept = newDraft({ ...emptyCreation, companyName: "Kept", plan: "Essential" });
  const changes = { values: { ...emptyCreation, companyName: "Typed" }, despite: undefined };
  expect(draftWithChanges(kept, changes, emptyCreation)).toEqual({
    ...kept,
    values: { ...kept.values, companyName: "Typed" },
  });
  expect(draftWithChanges(kept, {}, emptyCreation)).toBe(kept);
  const sent = { ...kept, sent: { body: {}, at: "2026-11-22T10:00:00Z" } };
  expect(draftWithChanges(sent, changes, emptyCreation)).toBe(sent);
});
