import { expect, onTestFinished, test } from "vitest";
import { approvalPolicyAnswerSchema, noApprovalRules } from "#lib/contract/access/approval-policy.ts";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

test.each(testDialects)(
  "on %s nothing needs approval until an administrator says so, which is audited",
  async (dialect) => {
    const it = await startApprovalConsole({ dialect });
    onTestFinished(it.close);
    const read = await it.console.send("GET", "/api/policy/approvals", { cookie: it.ada });
    expect(approvalPolicyAnswerSchema.parse(await read.json())).toMatchObject({
      policy: { production: noApprovalRules, sandbox: noApprovalRules, version: 0 },
      approvers: [
        { environment: "production", count: 4 },
        { environment: "sandbox", count: 3 },
      ],
    });
    expect((await it.setRules({ bulkRows: 50 })).status).toBe(200);
    expect((await it.setRules({ bulkRows: 0 })).status).toBe(400);
    expect((await it.setRules({ bulkRows: 50 }, it.editor)).status).toBe(403);
    const stale = { production: noApprovalRules, sandbox: noApprovalRules, version: 0 };
    const moved = await it.console.send("PUT", "/api/policy/approvals", { cookie: it.ada, body: stale });
    expect([moved.status, (await moved.json()).code]).toEqual([409, "policy_changed"]);
    const audit = await it.console.send("GET", "/api/audit?action=policy.changed", { cookie: it.ada });
    expect(auditListSchema.parse(await audit.json()).events).toMatchObject([
      {
        target: { kind: "policy", id: "approvals" },
        before: { sandbox: { bulkRows: null } },
        after: { sandbox: { bulkRows: 50 } },
      },
    ]);
  },
);

test("approvals can be switched on only if two people can approve, and can be switched off at any time", async () => {
  const it = await startApprovalConsole({
    staff: [
      { email: "edith@test.example", role: "editor", environments: ["production"] },
      { email: "emil@test.example", role: "editor", environments: ["production"] },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", role: "administrator" },
    ],
  });
  onTestFinished(it.close);
  const refused = await it.setRules({ singleChanges: true });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: "invalid_request", errors: [{ field: "sandbox" }] },
  ]);
  const body = { production: { ...noApprovalRules, imports: true }, sandbox: noApprovalRules, version: 0 };
  expect((await it.console.send("PUT", "/api/policy/approvals", { cookie: it.ada, body })).status).toBe(200);
  const off = { ...body, production: noApprovalRules, version: 1 };
  expect((await it.console.send("PUT", "/api/policy/approvals", { cookie: it.ada, body: off })).status).toBe(200);
});
