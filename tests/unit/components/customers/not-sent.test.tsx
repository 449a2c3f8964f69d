import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RefusalNote } from "#components/customers/create/outcome/refusal.tsx";
import { notSentText } from "#components/customers/not-sent-texts.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";

const note = (code: ShownProblem["code"]) =>
  renderToStaticMarkup(<RefusalNote environment="sandbox" problem={{ code, detail: "", errors: [] }} />);

test.each(["upstream_unreachable", "upstream_timeout", "upstream_failed", "upstream_paused"] as const)(
  "a form that gets %s says that the API is not available and asks for no correction",
  (code) => {
    expect(note(code)).toContain("The API is not available. What you entered is kept. Try again");
    expect(note(code)).not.toContain("Change the values");
    expect(notSentText(code)).toContain("The API is not available");
  },
);

test.each([
  "upstream_busy",
  "upstream_rate_limited",
  "upstream_malformed",
  "upstream_credentials",
  "draining",
  "store_unavailable",
] as const)("a form that gets %s asks for no correction either", (code) => {
  expect(note(code)).toContain("What you entered is kept.");
  expect(note(code)).not.toContain("Change the values");
});

test.each(["upstream_refused", "invalid_request"] as const)("a form that gets %s asks for a correction", (code) => {
  expect(note(code)).toContain("Change the values and review again");
  expect(notSentText(code)).toBeUndefined();
});
