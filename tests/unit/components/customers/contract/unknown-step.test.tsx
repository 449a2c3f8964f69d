import { expect, test } from "vitest";
import { UnknownStep } from "#components/customers/contract/unknown-step.tsx";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const textOf = (code: ShownProblem["code"], detail: string) =>
  shownText(<UnknownStep problem={{ code, detail, errors: [] }} findInRecord={async () => "none"} />);

test("a change without any response is reported as one without a response", () => {
  expect(textOf("offline", "No connection")).toContain("There was no response. Switchboard records every change");
});

test.each(["internal", "store_unavailable", "upstream_timeout"] as const)(
  "a change that is answered with %s describes the response",
  (code) => {
    const text = textOf(code, "The database cannot be reached.");
    expect(text).toContain("The database cannot be reached.");
    expect(text).not.toContain("no response");
    expect(text).toContain("check the record");
  },
);
