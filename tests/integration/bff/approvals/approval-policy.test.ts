import { expect, onTestFinished, test } from "vitest";
import { approvalPolicyAnswerSchema, noApprovalRules } from "#lib/contract/access/approval-policy.ts";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

test.each(testDialects)(
  "on %s nothing needs approval until an administrator enables it, and this is audited",
  async (dialect) => {
    const approvalConsole = await startApprovalConsole({ dialect });
    onTestFinished(approvalConsole.close);
    const read = await approvalConsole.console.send("GET", "/api/policy/approvals", { cookie: approvalConsole.ada });
    expect(approvalPolicyAnswerSchema.parse(await read.json())).toMatchObject({
      policy: { production: noApprovalRules, sandbox: noApprovalRules, version: 0 },
      approvers: [
        { environment: "production", count: 4 },
        { environment: "sandbox", count: 3 },
      ],
    });
    expect((await approvalConsole.setRules({ bulkRows: 50 })).status).toBe(200);
    expect((await approvalConsole.setRules({ bulkRows: 0 })).status).toBe(400);
    expect((await approvalConsole.setRules({ bulkRows: 50 }, approvalConsole.editor)).status).toBe(403);
    const stale = { production: noApprovalRules, sandbox: noApprovalRules, version: 0 };
    const moved = await approvalConsole.console.send("PUT", "/api/policy/approvals", {
      cookie: approvalConsole.ada,
      body: stale,
    });
    expect([moved.status, (await moved.json()).code]).toEqual([409, "policy_changed"]);
    const audit = await approvalConsole.console.send("GET", "/api/audit?action=policy.changed", {
      cookie: approvalConsole.ada,
    });
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
  const approvalConsole = await startApprovalConsole({
    staff: [
      { email: "edith@test.example", role: "editor", environments: ["production"] },
      { email: "emil@test.example", role: "editor", environments: ["production"] },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", role: "administrator" },
    ],
  });
  onTestFinished(approvalConsole.close);
  const refused = await approvalConsole.setRules({ singleChanges: true });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: "invalid_request", errors: [{ field: "sandbox" }] },
  ]);
  const body = { production: { ...noApprovalRules, imports: true }, sandbox: noApprovalRules, version: 0 };
  expect(
    (await approvalConsole.console.send("PUT", "/api/policy/approvals", { cookie: approvalConsole.ada, body })).status,
  ).toBe(200);
  const off = { ...body, production: noApprovalRules, version: 1 };
  expect(
    (await approvalConsole.console.send("PUT", "/api/policy/approvals", { cookie: approvalConsole.ada, body: off }))
      .status,
  ).toBe(200);
});
