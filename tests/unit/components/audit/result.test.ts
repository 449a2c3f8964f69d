import { describe, expect, test } from "vitest";
import { auditResultOf } from "#components/audit/result.ts";
import { actionName, resultTexts } from "#components/audit/texts.ts";

const settled = (after: object) => auditResultOf({ action: "operation.settled", after });

describe("the result of a write in the audit log", () => {
  test.each([
    [{ state: "accepted" }, "accepted"],
    [{ state: "reconciled" }, "resolved"],
    [{ state: "unknown", code: "outcome_unknown" }, "unknown"],
    [{ state: "rejected", code: "upstream_refused", result: "refused" }, "refused"],
    [{ state: "rejected", code: "not_found", result: "refused" }, "refused"],
    [{ state: "rejected", code: "contract_changed", result: "prevented" }, "prevented"],
    // Earlier versions of the console recorded these events without an outcome.
    [{ state: "rejected", code: "contract_changed" }, "prevented"],
    [{ state: "rejected", code: "upstream_refused" }, "refused"],
    [{ state: "rejected", code: "upstream_unreachable" }, "not-sent"],
  ])("an event with %o has the result %s", (after, result) => {
    expect(settled(after)?.result).toBe(result);
  });

  test("the log says why a change was not sent, and gives no reason for other events", () => {
    expect(resultTexts.preventedBy("contract_changed")).toBe("Not sent: the contract had changed");
    expect(auditResultOf({ action: "sign-in", after: { state: "rejected" } })).toBeUndefined();
  });
});

test("each policy has its own name", () => {
  const changed = (id: string) => actionName({ action: "policy.changed", target: { kind: "policy", id } });
  expect([changed("access"), changed("tickets"), changed("approvals"), changed("another")]).toEqual([
    "Changed the sign-in policy",
    "Changed what needs a ticket or a reason",
    "Changed what needs approval",
    "Changed a policy",
  ]);
  expect(actionName({ action: "lease.extended" })).toBeUndefined();
});
