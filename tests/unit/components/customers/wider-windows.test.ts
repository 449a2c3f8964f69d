import { expect, test } from "vitest";
import { widerWindows } from "#components/customers/wider-windows.ts";

test("an empty window offers 30 days, 90 days and all time, as far as they are wider", () => {
  expect(widerWindows("7d", false)).toEqual(["30d", "90d", "all"]);
  expect(widerWindows("90d", false)).toEqual(["all"]);
  expect(widerWindows("all", false)).toEqual([]);
  expect(widerWindows({ datefrom: "2026-10-01" }, false)).toEqual(["30d", "90d", "all"]);
});

test("a search without a hit offers one step to everything", () => {
  expect(widerWindows("7d", true)).toEqual(["all"]);
  expect(widerWindows("all", true)).toEqual([]);
});
