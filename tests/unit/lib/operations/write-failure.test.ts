import { describe, expect, test } from "vitest";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { hadNoEffect } from "#lib/operations/operation-outcome.ts";
import { detailOfFailure } from "#lib/operations/write-failure.ts";

const recorded = (changes: Partial<Operation>) =>
  ({ operationID: "o", kind: "create-customer", createdAt: "", ...changes }) as Operation;
const rejected = (code: string, sentAt?: string) =>
  recorded({ state: "rejected", problem: { code }, ...(sentAt && { sentAt }) } as Partial<Operation>);

describe("a request of a write that was answered with an error", () => {
  test.each([
    ["refused", { code: "upstream_refused", operation: rejected("upstream_refused", "then") }],
    ["not-sent", { code: "upstream_paused", operation: rejected("upstream_paused") }],
    ["prevented", { code: "contract_changed", operation: rejected("contract_changed") }],
    ["prevented", { code: "not_found", operation: rejected("not_found") }],
    ["prevented", { code: "idempotency_key_reused", operation: recorded({ state: "accepted" }) }],
    ["prevented", { code: "same_creation", operation: recorded({ state: "sent" }) }],
    ["prevented", { code: "not_signed_in" }],
    ["prevented", { code: "invalid_request" }],
    ["prevented", { code: "factor_required" }],
    ["prevented", { code: "step_up_required" }],
    ["prevented", { code: "too_many_writes" }],
    ["prevented", { code: "too_many_requests" }],
  ] as const)("the request certainly had no effect, %s: %j", (detail, problem) => {
    expect(detailOfFailure(problem)).toBe(detail);
    expect(hadNoEffect(detail)).toBe(true);
  });

  test.each([
    ["unknown", { code: "offline" }],
    ["unknown", { code: "internal" }],
    ["unknown", { code: "store_unavailable" }],
    ["unknown", { code: "draining" }],
    ["unknown", { code: "upstream_timeout" }],
    ["sent", { code: "store_unavailable", operation: recorded({ state: "sent" }) }],
    ["recorded", { code: "store_unavailable", operation: recorded({ state: "recorded" }) }],
  ] as const)("the request may have been carried out, %s: %j", (detail, problem) => {
    expect(detailOfFailure(problem)).toBe(detail);
    expect(hadNoEffect(detail)).toBe(false);
  });
});
