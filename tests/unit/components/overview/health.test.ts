import { expect, test } from "vitest";
import { errorShare, verdictOf } from "#components/overview/health.ts";
import { tokenInWords } from "#components/overview/health-texts.ts";
import { operationInWords } from "#components/overview/texts.ts";

const requests = (counts: Record<string, number>) =>
  Object.entries(counts).map(([outcome, count]) => ({ outcome, count }));

test("refusals and people who leave are no errors of the API", () => {
  expect(errorShare({ requests: requests({ ok: 6, upstream_refused: 1, aborted: 1, upstream_failed: 2 }) })).toBe(0.2);
  expect(errorShare({ requests: [] })).toBe(0);
});

test.each([
  ["answers", { requests: requests({ ok: 99, upstream_failed: 1 }), availability: "available" }],
  ["failing", { requests: requests({ ok: 9, upstream_timeout: 1 }), availability: "available" }],
  ["failed", { requests: requests({ ok: 999, upstream_unreachable: 1 }), failedInRow: 1, availability: "available" }],
  ["failed", { requests: requests({ upstream_unreachable: 4 }), failedInRow: 4, availability: "available" }],
  ["notAsked", { requests: [], availability: "available" }],
  ["paused", { requests: requests({ ok: 1 }), availability: "paused" }],
  ["down", { requests: requests({ upstream_failed: 5 }), availability: "down" }],
  ["probing", { requests: requests({ upstream_failed: 5 }), availability: "probing" }],
  ["keyRefused", { requests: [], availability: "key_refused" }],
] satisfies [string, Omit<Parameters<typeof verdictOf>[0], "failedInRow"> & { failedInRow?: number }][])(
  "the health of an API is told as %s",
  (verdict, health) => {
    expect(verdictOf({ failedInRow: 0, ...health })).toBe(verdict);
  },
);

test("a token is told by its age alone", () => {
  const ago = (instant: string) => `at ${instant}`;
  const token = { state: "valid" as const, renewing: false, obtainedAt: "1", expiresAt: "2" };
  expect(tokenInWords(token, ago)).toBe("token renewed at 1, expires at 2");
  expect(tokenInWords({ ...token, state: "expired", renewing: true }, ago)).toBe("token being renewed, expired");
  expect(tokenInWords({ state: "none", renewing: false }, ago)).toBe("no token yet");
});

test.each([
  ["create-customer", { companyName: "Acme" }, { verb: "Create customer", object: "Acme" }],
  ["create-customer", { companyName: 7 }, { verb: "Create customer" }],
  ["change-contract", { plan: "professional" }, { verb: "Change plan to", object: "professional" }],
  ["change-contract", { term: "monthly" }, { verb: "Change term to", object: "monthly" }],
  ["change-contract", {}, { verb: "Change contract" }],
] as const)("%s %o", (kind, request, words) => {
  expect(operationInWords({ kind, request })).toEqual(words);
});
