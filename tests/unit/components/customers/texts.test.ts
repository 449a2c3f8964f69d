import { expect, test } from "vitest";
import { windowPhrase } from "#components/customers/texts.ts";
import { windowName } from "#components/forms/filters/window-texts.ts";

test("every window has a name and a place in a sentence", () => {
  expect(windowName("1y")).toBe("last year");
  expect(windowPhrase("90d")).toBe("created in the last 90 days");
  expect(windowPhrase("all")).toBe("created at any time");
  expect(windowPhrase({ datefrom: "2026-10-01" })).toBe("created since 1 October 2026 (UTC)");
  expect(windowPhrase({ datefrom: "2026-10-01", dateto: "2026-10-31" })).toBe(
    "created from 1 October 2026 to 31 October 2026 (UTC)",
  );
  expect(windowPhrase({ datefrom: "2026-11-05", dateto: "2026-11-05" })).toBe("created on 5 November 2026 (UTC)");
});
