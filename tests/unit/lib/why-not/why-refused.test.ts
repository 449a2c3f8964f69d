import { expect, test } from "vitest";
import { refusalTexts } from "#components/ui/why-not/texts.ts";
import { availabilitySchema } from "#lib/contract/console/availability.ts";
import { type ErrorCode, errorStatus } from "#lib/contract/values/error-codes.ts";
import {
  causesOfPage,
  type RefusalCause,
  refusalCause,
  refusalCauses,
  whyContractHeld,
  whyRefused,
  whySendingHeld,
} from "#lib/why-not/why-refused.ts";

/**
 * The refusals whose cause a person can change on another page, by error code. Each entry has the cause and the URL of
 * that page.
 */
const stepsElsewhere: Partial<Record<ErrorCode, readonly [RefusalCause, string]>> = {
  forbidden: ["role", "/account"],
  factor_required: ["factor", "/second-factor"],
  customer_busy: ["job", "/sandbox/jobs"],
  planned_exists: ["planned", "/sandbox/planned/p1"],
  upstream_paused: ["paused", "/sandbox/api-status"],
  upstream_rate_limited: ["paused", "/sandbox/api-status"],
  upstream_credentials: ["credentials", "/sandbox/api-status"],
  too_many_bulks: ["bulks", "/sandbox/bulk"],
  too_many_planned: ["plans", "/sandbox/planned"],
  too_many_imports: ["imports", "/sandbox/imports"],
};

const codes = Object.keys(errorStatus) as ErrorCode[];

test.each(codes)("%s leads to the page of its step, or to no page if the step is on the page itself", (code) => {
  const expected = stepsElsewhere[code];
  const refusal = whyRefused("sandbox", { code, ...(code === "planned_exists" && { plannedChangeID: "p1" }) });
  expect(refusal && [refusal.cause, refusal.href]).toEqual(expected);
});

test("the role blocks a contract first, then its deletion, then a job that may not be overridden", () => {
  const facts = { role: "editor", deleted: false, jobIDs: [] } as const;
  expect(whyContractHeld("sandbox", { role: "viewer", deleted: true, jobIDs: ["j"] })?.cause).toBe("role");
  expect(whyContractHeld("sandbox", { ...facts, deleted: true, jobIDs: ["j"] })).toEqual({
    cause: "deleted",
    href: "/sandbox/customers/new",
  });
  expect(whyContractHeld("sandbox", { ...facts, jobIDs: ["j"] })).toEqual({ cause: "job", href: "/sandbox/jobs/j" });
  // Without any of these causes, the change is allowed.
  expect(whyContractHeld("sandbox", facts)).toBeUndefined();
});

test("a form says before any typing that nothing can be sent, while requests are paused or the key is refused", () => {
  const causes = availabilitySchema.options.map((word) => [word, whySendingHeld("sandbox", word)?.cause]);
  expect(Object.fromEntries(causes)).toEqual({
    available: undefined,
    paused: "paused",
    down: "paused",
    probing: "paused",
    key_refused: "credentials",
  });
  expect(whySendingHeld("sandbox", "down")?.href).toBe("/sandbox/api-status");
});

test("a cause that the page itself can change is named without a link to another page", () => {
  const causes = [
    refusalCause({ code: "step_up_required" }),
    refusalCause({ code: "approval_required" }),
    refusalCause({ code: "invalid_request", errors: [{ field: "plan" }, { field: "console.ticket" }] }),
  ];
  expect(causes).toEqual(causesOfPage);
  expect(refusalCause({ code: "invalid_request", errors: [{ field: "plan" }] })).toBeUndefined();
});

test("only the session distinguishes an environment without access from an environment that does not exist", () => {
  const missing = { code: "not_found" } as const;
  expect(whyRefused("sandbox", missing, ["production"])).toEqual({ cause: "environment", href: "/account" });
  expect(whyRefused("sandbox", missing, ["sandbox"])).toBeUndefined();
  expect(whyRefused("sandbox", missing)).toBeUndefined();
});

test("every cause with a step on another page has its sentence and the name of its step", () => {
  const words = Object.values(refusalTexts);
  expect(words.flatMap(Object.values<string>).every((text) => text.length > 8)).toBe(true);
  expect(new Set(words.map(({ reason }) => reason)).size).toBe(refusalCauses.length - causesOfPage.length);
});
