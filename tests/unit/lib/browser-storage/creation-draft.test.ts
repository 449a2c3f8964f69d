import { expect, test } from "vitest";
import { emptyCreation, keepDraft, newDraft, randomKey, readDraft } from "#lib/browser-storage/creation-draft.ts";

function memory() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test("a draft comes back with its key, for its person, in its environment and place alone", () => {
  const storage = memory();
  const draft = newDraft("edith", { ...emptyCreation, companyName: "Ahorn" });
  expect(keepDraft(storage, "sandbox", undefined, draft)).toBe(true);
  expect(readDraft(storage, "sandbox", undefined, "edith")).toEqual(draft);
  expect(readDraft(storage, "sandbox", undefined, "emre")).toBeUndefined();
  expect(readDraft(storage, "production", undefined, "edith")).toBeUndefined();
  expect(readDraft(storage, "sandbox", "an operation", "edith")).toBeUndefined();
  keepDraft(storage, "sandbox", undefined, undefined);
  expect(storage.kept.size).toBe(0);
});

test("what is no draft, and a browser that keeps nothing, are none", () => {
  const storage = memory();
  keepDraft(storage, "sandbox", undefined, newDraft("edith"));
  const [place = ""] = storage.kept.keys();
  for (const text of ["{", "null", '{"staffID":"edith"}', '{"staffID":"edith","key":"1","values":{}}']) {
    storage.setItem(place, text);
    expect(readDraft(storage, "sandbox", undefined, "edith")).toBeUndefined();
  }
  const broken = {
    getItem: () => null,
    removeItem() {},
    setItem() {
      throw new Error("full");
    },
  };
  expect(keepDraft(broken, "sandbox", undefined, newDraft("edith"))).toBe(false);
});

test("a key is a UUID of its own", () => {
  const keys = Array.from({ length: 100 }, randomKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
