import { expect, test } from "vitest";
import { ladderSteps } from "#lib/url-state/search-widening.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");

test("a search widens to 90 days and to all time, if these windows are wider", () => {
  expect(ladderSteps("7d", true, nowMs)).toEqual(["90d", "all"]);
  expect(ladderSteps("90d", true, nowMs)).toEqual(["all"]);
  expect(ladderSteps("1y", true, nowMs)).toEqual(["all"]);
  expect(ladderSteps("all", true, nowMs)).toEqual([]);
});

test("for an empty window, the page also offers 30 days", () => {
  expect(ladderSteps("7d", false, nowMs)).toEqual(["30d", "90d", "all"]);
  expect(ladderSteps("30d", false, nowMs)).toEqual(["90d", "all"]);
});

test("a range is widened only to windows that contain the whole range", () => {
  expect(ladderSteps({ datefrom: "2026-11-01" }, true, nowMs)).toEqual(["90d", "all"]);
  expect(ladderSteps({ datefrom: "2026-11-01", dateto: "2026-11-02" }, false, nowMs)).toEqual(["30d", "90d", "all"]);
  expect(ladderSteps({ datefrom: "2024-01-01", dateto: "2024-02-01" }, true, nowMs)).toEqual(["all"]);
  expect(ladderSteps({ datefrom: "1970-01-01" }, true, nowMs)).toEqual([]);
  expect(ladderSteps({ datefrom: "1970-01-01", dateto: "2020-01-01" }, true, nowMs)).toEqual(["all"]);
});
