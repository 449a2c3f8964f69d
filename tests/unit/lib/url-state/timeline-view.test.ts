import fc from "fast-check";
import { expect, test } from "vitest";
import { timelineKinds } from "#lib/timeline/timeline-kinds.ts";
import {
  changeTimelineView,
  maxTimelineParts,
  parseTimelineView,
  type TimelineView,
  withTimelineView,
} from "#lib/url-state/timeline-view.ts";

const parse = (query: string) => parseTimelineView(new URLSearchParams(query));
const view = fc.record({
  show: fc.subarray([...timelineKinds]),
  parts: fc.integer({ min: 1, max: maxTimelineParts }),
  asOn: fc.option(
    fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }).map((date) => date.toISOString()),
    { nil: undefined },
  ),
});

test("a view that is written to the URL is parsed as the same view, and other parameters stay", () => {
  fc.assert(
    fc.property(view, (written: TimelineView) => {
      const query = withTimelineView(new URLSearchParams("number=%2B4930&window=90d&parts=7"), written);
      expect(parseTimelineView(query)).toEqual(written);
      expect([query.get("number"), query.get("window")]).toEqual(["+4930", "90d"]);
    }),
  );
});

test("invalid values count as absent", () => {
  const initial = { show: [], parts: 1, asOn: undefined };
  for (const query of ["show=all", "parts=0", "parts=99999", "parts=1.5", "asOn=yesterday", "asOn=2026-13-01T10:00Z"]) {
    expect(parse(query)).toEqual(initial);
  }
});

test("an earlier URL with filters of activities shows only activities", () => {
  expect(parse("type=call").show).toEqual(["activities"]);
  expect(parse("day=2026-11-20").show).toEqual(["activities"]);
  expect(parse("window=1y").show).toEqual([]);
});

test("leaving the list of activities removes its filters, but not the window", () => {
  const query = new URLSearchParams("show=activities&window=1y&type=call&day=2026-11-20&limit=50");
  const left = withTimelineView(query, { ...parseTimelineView(query), show: [] });
  expect(left.toString()).toBe("window=1y");
});

test("another filter leads back to the newest part", () => {
  const older = { show: [], parts: 4, asOn: undefined };
  expect(changeTimelineView(older, { show: ["notes"] })).toEqual({ show: ["notes"], parts: 1, asOn: undefined });
  expect(changeTimelineView(older, { asOn: "2026-11-20T00:00:00.000Z" }).parts).toBe(4);
});
