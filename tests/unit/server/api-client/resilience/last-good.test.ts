import { expect, test } from "vitest";
import { createLastGood } from "#server/api-client/resilience/last-good.ts";

const answer = (text: string) => ({ text, status: 200, atMs: 0 });

test("the newest answer to a request is found again", () => {
  const lastGood = createLastGood();
  lastGood.keep("a", answer("old"));
  lastGood.keep("a", answer("new"));
  expect(lastGood.find("a")?.text).toBe("new");
  expect(lastGood.find("b")).toBeUndefined();
  expect(lastGood.size()).toEqual({ entries: 1, characters: 3 });
});

test("there are at most 500, and what was not used for longest leaves first", () => {
  const lastGood = createLastGood();
  for (let index = 0; index < 500; index += 1) lastGood.keep(`${index}`, answer("x"));
  lastGood.find("0");
  lastGood.keep("one more", answer("x"));
  expect(lastGood.find("0")).toBeDefined();
  expect(lastGood.find("1")).toBeUndefined();
  expect(lastGood.size()).toEqual({ entries: 500, characters: 500 });
});

test("they are at most 32 million characters, and a huge one is not kept", () => {
  const lastGood = createLastGood();
  const million = "x".repeat(1024 * 1024);
  for (let index = 0; index < 40; index += 1) lastGood.keep(`${index}`, answer(million));
  expect(lastGood.size()).toEqual({ entries: 32, characters: 32 * million.length });
  lastGood.keep("39", answer(million.repeat(9)));
  expect(lastGood.find("39")).toBeUndefined();
});
