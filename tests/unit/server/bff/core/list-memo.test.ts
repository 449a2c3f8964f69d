import { expect, test } from "vitest";
import { createListMemo } from "#server/bff/core/list-memo.ts";

test("a list's value is found only with the same list and the same memo", () => {
  const memo = createListMemo<string>();
  const other = createListMemo<string>();
  const list = [1, 2];
  expect(memo.of(list)).toBeUndefined();
  memo.set(list, "first");
  expect(memo.of(list)).toBe("first");
  memo.set(list, "second");
  expect(memo.of(list)).toBe("second");
  expect(other.of(list)).toBeUndefined();
  expect(memo.of([1, 2])).toBeUndefined();
});

test("neither a copy nor JSON nor a comparison shows a list's value", () => {
  const memo = createListMemo<string>();
  const list = [1, 2];
  memo.set(list, "hidden");
  expect(memo.of([...list])).toBeUndefined();
  expect(memo.of(list.slice())).toBeUndefined();
  expect(Object.keys({ ...list })).toEqual(["0", "1"]);
  expect(JSON.stringify(list)).toBe("[1,2]");
  expect(list).toStrictEqual([1, 2]);
});
