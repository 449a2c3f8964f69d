import { expect, test } from "vitest";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

test("a time to wait for has its date if it is more than half a day away", () => {
  const shown = (inMs: number) =>
    shownText(<Timestamp value={new Date(Date.now() + inMs).toISOString()} detail="near" />);
  expect(shown(hourMs)).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(shown(48 * hourMs)).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d$/);
});
