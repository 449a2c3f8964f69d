import { expect, test } from "vitest";
import { windowPhrase } from "#components/customers/list/texts.ts";
import { windowName } from "#components/forms/window-texts.ts";

test("every window has a name and a place in a sentence", () => {
  expect(windowName("1y")).toBe("last year");
  expect(windowPhrase("90d")).toBe("created in the last 90 days");
  expect(windowPhrase("all")).toBe("created at any time");
  expect(windowPhrase({ datefrom: "2026-10-01" })).toBe("created since 2026-10-01 (UTC)");
  expect(windowPhrase({ datefrom: "2026-10-01", dateto: "2026-10-31" })).toBe(
    "created from 2026-10-01 to 2026-10-31 (UTC)",
  );
});
