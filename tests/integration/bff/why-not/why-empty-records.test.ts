import { expect, test } from "vitest";
import { api } from "#lib/paths.ts";
import { type AttentionView, attentionViewParams, defaultAttentionView } from "#lib/url-state/attention-view.ts";
import { type AuditView, auditFilterParams, defaultAuditView } from "#lib/url-state/audit-view.ts";
import { type CallsView, callsQuery, defaultCallsView } from "#lib/url-state/calls-view.ts";
import { defaultPlannedView, type PlannedView, plannedQuery } from "#lib/url-state/planned-view.ts";
import { attentionLimits } from "#lib/why-not/attention-limits.ts";
import { auditLimits } from "#lib/why-not/audit-limits.ts";
import { callLimits } from "#lib/why-not/call-limits.ts";
import { plannedLimits } from "#lib/why-not/planned-limits.ts";
import { setApprovalRules } from "#tests/fixtures/approvals/approval-console.ts";
import { checkCauses, type Place } from "./check-causes.ts";
import { startRefusalConsole, writes } from "./refusal-console.ts";

const nobody = "00000000-0000-4000-8000-000000000000";
const none = {
  window: "there is no date range",
  deleted: "nothing of it is deleted from sight",
  environment: "the environment is a filter, or belongs to the page",
  search: "there is no search text",
};

const planned: Place<PlannedView> = {
  path: (view) => api.planned("sandbox", plannedQuery(view)),
  limits: plannedLimits,
  none: { ...defaultPlannedView, open: false },
  cells: { ...none, filter: { open: true }, filters: { customerID: nobody, states: ["done"] } },
};

const attention: Place<AttentionView> = {
  path: (view) => api.attention(attentionViewParams(view)),
  limits: attentionLimits,
  none: defaultAttentionView,
  cells: { ...none, filter: { environment: "production" }, filters: { environment: "production", snoozed: true } },
};

const audit: Place<AuditView> = {
  path: (view) => api.audit(auditFilterParams(view)),
  limits: auditLimits,
  none: defaultAuditView,
  cells: {
    ...none,
    window: { datefrom: "1971-01-01", dateto: "1971-01-02" },
    search: { text: "nobody@test.example" },
    filter: { actors: [nobody] },
    filters: { actors: [nobody], actions: ["client.created"] },
  },
};

const calls: Place<CallsView> = {
  path: (view) => api.calls("sandbox", callsQuery(view)),
  limits: callLimits,
  none: defaultCallsView,
  cells: { ...none, filter: { staffIDs: [nobody] }, filters: { staffIDs: [nobody], results: ["unanswered"] } },
};

test("each cause that empties a list of the console's own records is named, and its step shows the rows again", async () => {
  const refusalConsole = await startRefusalConsole();
  const attempt = { cookie: refusalConsole.edith, customerID: refusalConsole.kept.customerID };
  const made = await writes["planned change"](refusalConsole, attempt);
  const { plannedChange } = (await made.json()) as { plannedChange: { plannedChangeID: string } };
  await refusalConsole.post(`/api/sandbox/planned/${plannedChange.plannedChangeID}/cancel`, refusalConsole.edith);
  // The open approval is an item that needs attention.
  await setApprovalRules(refusalConsole.console, refusalConsole.ada, { singleChanges: true });
  const contract = { change: { plan: "professional" }, expected: { plan: "essential", term: "monthly" } };
  const asked = { kind: "change", customerID: refusalConsole.kept.customerID, ...contract };
  expect((await refusalConsole.post("/api/sandbox/approvals", refusalConsole.edith, asked)).ok).toBe(true);

  async function totalOf(path: string): Promise<number> {
    const response = await refusalConsole.get(path, refusalConsole.ada);
    expect(response.status, path).toBe(200);
    return ((await response.json()) as { total: number }).total;
  }
  expect([
    ...(await checkCauses("planned", planned, totalOf)),
    ...(await checkCauses("attention", attention, totalOf)),
    ...(await checkCauses("audit", audit, totalOf)),
    ...(await checkCauses("calls", calls, totalOf)),
  ]).toEqual([
    "planned filter",
    "planned filters",
    "attention filter",
    "attention filters",
    "audit window",
    "audit search",
    "audit filter",
    "audit filters",
    "calls filter",
    "calls filters",
  ]);
});
