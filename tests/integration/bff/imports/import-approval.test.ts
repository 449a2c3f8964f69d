import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type ApprovalRules,
  approvalPolicyAnswerSchema,
  noApprovalRules,
} from "#lib/contract/access/approval-policy.ts";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { type Approval, approvalAnswerSchema, approvalDetailSchema } from "#lib/contract/operations/approval.ts";
import { importRowsSchema } from "#lib/contract/operations/imports.ts";
import type { TestStaff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { fileOf, type ImportConsole, startImportConsole } from "#tests/fixtures/imports/import-console.ts";

const staff: TestStaff[] = [
  { email: "edith@test.example", role: "editor" },
  { email: "emil@test.example", role: "editor" },
  { email: "vera@test.example", role: "viewer" },
  { email: "ada@test.example", role: "administrator" },
];

const codeOf = async (response: Response) => [response.status, (await response.json()).code];

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "an import on $dialect that needs approval",
  ({ dialect }) => {
    let importConsole: ImportConsole;
    let emil: string;
    let ada: string;

    beforeEach(async () => {
      importConsole = await startImportConsole({ dialect, staff, clock: createFastClock(8, 1) });
      emil = await importConsole.console.signIn("emil@test.example");
      ada = await importConsole.console.signIn("ada@test.example");
      await setRules({ imports: true });
    });

    afterEach(() => importConsole.close());

    async function setRules(rules: Partial<ApprovalRules>) {
      const known = await importConsole.console.send("GET", "/api/policy/approvals", { cookie: ada });
      const { policy } = approvalPolicyAnswerSchema.parse(await known.json());
      const body = { ...policy, sandbox: { ...noApprovalRules, ...rules } };
      expect((await importConsole.console.send("PUT", "/api/policy/approvals", { body, cookie: ada })).status).toBe(
        200,
      );
    }

    const request = (importID: string, cookie = importConsole.editor) =>
      importConsole.console.send("POST", "/api/sandbox/approvals", { body: { kind: "import", importID }, cookie });

    async function requested(importID: string): Promise<Approval> {
      return approvalAnswerSchema.parse(await (await request(importID)).json()).approval;
    }

    const decide = ({ approvalID, digest }: Approval, step: string, cookie = emil, body = {}) =>
      importConsole.console.send("POST", `/api/sandbox/approvals/${approvalID}/${step}`, {
        body: { digest, ...body },
        cookie,
      });

    const disable = async (email: string) => {
      const answer = await importConsole.console.send("GET", "/api/staff?limit=100", { cookie: ada });
      const people = ((await answer.json()) as { staff: { staffID: string; email: string }[] }).staff;
      const staffID = people.find((one) => one.email === email)?.staffID;
      await importConsole.console.send("PATCH", `/api/staff/${staffID}`, { cookie: ada, body: { state: "disabled" } });
    };

    const posts = () => importConsole.api.requests.filter(({ method }) => method === "POST").length;

    async function start(importID: string, cookie = importConsole.editor): Promise<Response> {
      const { digest } = (await importConsole.read(importID)).import;
      return importConsole.step(importID, "start", { digest, acceptWarnings: true }, cookie);
    }

    /** Returns what the page of an import shows about its approval. */
    async function shown(importID: string) {
      const answer = await importConsole.console.send("GET", `/api/sandbox/imports/${importID}/rows?limit=1`, {
        cookie: importConsole.editor,
      });
      return importRowsSchema.parse(await answer.json()).approval;
    }

    const checked = async (names = ["Anna", "Berta", "Carla"]) =>
      (await importConsole.checked(fileOf(names))).import.importID;

    test("the import starts and runs only after another person has approved exactly these rows", async () => {
      const importID = await checked();
      expect(await shown(importID)).toEqual({ why: ["imports"] });
      expect(await codeOf(await start(importID))).toEqual([403, "approval_required"]);
      const approval = await requested(importID);
      expect(approval).toMatchObject({
        kind: "import",
        subjectID: importID,
        rows: 3,
        why: ["imports"],
        title: "Import of 3 customers from customers.csv",
        href: `/sandbox/imports/${importID}`,
      });
      expect(await shown(importID)).toMatchObject({ latest: { state: "waiting", isCurrent: true } });
      expect(await codeOf(await start(importID))).toEqual([403, "approval_required"]);
      expect(await codeOf(await decide(approval, "approve", importConsole.editor))).toEqual([
        403,
        "other_person_required",
      ]);
      expect((await decide(approval, "approve")).status).toBe(200);
      // Emil approved the import, so he may not run it.
      expect(await codeOf(await start(importID, emil))).toEqual([403, "other_person_required"]);
      expect(posts()).toBe(0);
      const { rows } = await importConsole.ran(importID);
      expect(rows.map(({ state }) => state)).toEqual(["created", "created", "created"]);
      const one = await importConsole.console.send("GET", `/api/sandbox/imports/${importID}`, {
        cookie: importConsole.editor,
      });
      expect((await one.json()).import).toMatchObject({ importID, counts: { created: 3 } });
      const events = await importConsole.console.send("GET", "/api/audit?limit=100", { cookie: ada });
      expect(auditListSchema.parse(await events.json()).runs).toContainEqual({ id: importID, name: "customers.csv" });
    });

    test("an import whose rows were edited is neither approved nor started, and a new request covers the new rows", async () => {
      const importID = await checked();
      const approval = await requested(importID);
      await importConsole.step(importID, "rows", { rows: [{ position: 2, cells: { companyName: "Bertha" } }] });
      await importConsole.step(importID, "check");
      await importConsole.until(importID, "checked");
      expect(await shown(importID)).toMatchObject({ latest: { state: "waiting", isCurrent: false } });
      const answer = await importConsole.console.send("GET", `/api/sandbox/approvals/${approval.approvalID}`, {
        cookie: emil,
      });
      expect(approvalDetailSchema.parse(await answer.json()).differences).toEqual([
        "Its rows or its columns have changed.",
      ]);
      expect(await codeOf(await decide(approval, "approve"))).toEqual([409, "contract_changed"]);
      expect(await codeOf(await request(importID))).toEqual([409, "approval_moved"]);
      await importConsole.console.send("POST", `/api/sandbox/approvals/${approval.approvalID}/withdraw`, {
        cookie: importConsole.editor,
      });
      const second = await requested(importID);
      expect((await decide(second, "approve")).status).toBe(200);
      // After the approval, the import is edited again.
      await importConsole.step(importID, "rows", { rows: [{ position: 3, cells: { companyName: "Karla" } }] });
      await importConsole.step(importID, "check");
      await importConsole.until(importID, "checked");
      expect(await shown(importID)).toMatchObject({ latest: { state: "approved", isCurrent: false } });
      expect(await codeOf(await start(importID))).toEqual([403, "approval_required"]);
      expect(posts()).toBe(0);
    });

    test("the import pauses before its next row when its approver is disabled, and a disabled person cannot approve it", async () => {
      const importID = await checked();
      await decide(await requested(importID), "approve");
      await importConsole.started(importID);
      await disable("emil@test.example");
      await importConsole.step(importID, "resume", { to: "running" });
      const { import: paused } = await importConsole.until(importID, "paused");
      expect(paused.reason?.message).toContain("emil@test.example, who approved this, may no longer change anything");
      expect(posts()).toBe(1);
      await importConsole.step(importID, "cancel");
      const other = await checked(["Dora"]);
      const approval = await requested(other);
      await disable("edith@test.example");
      expect(await codeOf(await decide(approval, "approve", ada))).toEqual([409, "approval_moved"]);
    });

    test("a rejected import stays rejected, even if the policy no longer requires approval", async () => {
      const importID = await checked();
      await decide(await requested(importID), "reject", emil, { reason: "Wrong file" });
      await setRules({});
      expect(await codeOf(await start(importID))).toEqual([403, "approval_required"]);
      expect(await shown(importID)).toMatchObject({ why: [], latest: { state: "rejected", isCurrent: true } });
      expect((await importConsole.step(importID, "cancel")).status).toBe(200);
    });

    test("an import that began before the rule continues only with an approval, and not by the person who resumed it", async () => {
      await setRules({});
      const importID = await checked();
      await importConsole.started(importID);
      await setRules({ imports: true });
      expect(await codeOf(await importConsole.step(importID, "resume", { to: "running" }))).toEqual([
        403,
        "approval_required",
      ]);
      const approval = await requested(importID);
      expect(approval.rows).toBe(3);
      expect(await codeOf(await decide(approval, "approve", importConsole.editor))).toEqual([
        403,
        "other_person_required",
      ]);
      expect((await decide(approval, "approve")).status).toBe(200);
      await importConsole.step(importID, "resume", { to: "running" });
      const { rows } = await importConsole.until(importID, "finished", "paused");
      expect(rows.map(({ state }) => state)).toEqual(["created", "created", "created"]);
    });

    test("an import cannot be approved before it is checked or after it is finished", async () => {
      const uploaded = await importConsole.upload(fileOf(["Early"]));
      const { importID } = (await uploaded.json()).import;
      expect(await codeOf(await request(importID))).toEqual([409, "run_moved"]);
      await importConsole.step(importID, "cancel");
      expect(await codeOf(await request(importID))).toEqual([409, "run_moved"]);
    });
  },
);
