import { expect, test } from "vitest";
import { createStaleCache } from "#server/api-client/resilience/stale-cache.ts";

const answer = (text: string) => ({ bytes: Buffer.from(text), status: 200, atMs: 0 });

test("the newest answer to a request is found again", () => {
  const staleCache = createStaleCache();
  staleCache.keep("a", answer("old"));
  staleCache.keep("a", answer("new"));
  expect(staleCache.find("a")?.text).toBe("new");
  expect(staleCache.find("b")).toBeUndefined();
  expect(staleCache.size()).toEqual({ entries: 1, bytes: 3 });
});

test("the cache distinguishes the last answer from another answer, without marking it as used", () => {
  const staleCache = createStaleCache();
  for (let index = 0; index < 500; index += 1) staleCache.keep(`${index}`, answer("Zürich"));
  expect(staleCache.holds("0", Buffer.from("Zürich"))).toBe(true);
  expect(staleCache.holds("0", Buffer.from("Zurich."))).toBe(false);
  expect(staleCache.holds("none", Buffer.from(""))).toBe(false);
  expect(staleCache.find("1")?.text).toBe("Zürich");
  staleCache.keep("one more", answer("x"));
  expect(staleCache.find("0")).toBeUndefined();
});

test("the cache contains at most 500 answers and removes the least recently used answer", () => {
  const staleCache = createStaleCache();
  for (let index = 0; index < 500; index += 1) staleCache.keep(`${index}`, answer("x"));
  staleCache.find("0");
  staleCache.keep("one more", answer("x"));
  expect(staleCache.find("0")).toBeDefined();
  expect(staleCache.find("1")).toBeUndefined();
  expect(staleCache.size()).toEqual({ entries: 500, bytes: 500 });
});

test("the cache contains at most 32 MB, and no very large answer", () => {
  const staleCache = createStaleCache();
  const million = "x".repeat(1024 * 1024);
  for (let index = 0; index < 40; index += 1) staleCache.keep(`${index}`, answer(million));
  expect(staleCache.size()).toEqual({ entries: 32, bytes: 32 * million.length });
  staleCache.keep("39", answer(million.repeat(9)));
  expect(staleCache.find("39")).toBeUndefined();
});
