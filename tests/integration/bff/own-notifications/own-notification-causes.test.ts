import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { type OwnNotification, ownNotificationListSchema } from "#lib/contract/console/own-notifications.ts";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { ModelRequest } from "#tests/fixtures/api/model-api.ts";
import { startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import type { TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { fileOf, startImportConsole } from "#tests/fixtures/imports/import-console.ts";
import { startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";

const shortOf = ({ kind, state, by, title, href }: OwnNotification) => ({ kind, state, by: by?.email, title, href });

/** The notifications of each person, newest first. Only people with notifications are included. */
async function readAll(console: TestBff, cookies: Readonly<Record<string, string>>) {
  const found: Record<string, ReturnType<typeof shortOf>[]> = {};
  for (const [name, cookie] of Object.entries(cookies)) {
    const response = await console.send("GET", "/api/me/notifications?limit=100", { cookie });
    const { notifications } = ownNotificationListSchema.parse(await response.json());
    if (notifications.length > 0) found[name] = notifications.map(shortOf);
  }
  return found;
}

const refusal = (request: ModelRequest) =>
  request.method === "PATCH"
    ? ({ effect: "no", answer: { status: 400, body: { message: "No" } } } as const)
    : undefined;

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "causes of own notifications on $dialect",
  ({ dialect }) => {
    test("a request for approval notifies everybody who may decide, and each decision notifies only the requester", async () => {
      const approvals = await startApprovalConsole({ dialect });
      onTestFinished(approvals.close);
      const { console, editor, viewer, emil, ada } = approvals;
      const petra = await console.signIn("petra@test.example");
      const everybody = () => readAll(console, { edith: editor, emil, vera: viewer, petra, ada });
      await approvals.setRules({ singleChanges: true });
      const approval = await approvals.requested();
      const href = `/sandbox/approvals/${approval.approvalID}`;
      const requested = {
        kind: "approval-requested",
        state: "waiting",
        by: "edith@test.example",
        title: expect.stringMatching(/^Acme/),
        href,
      };
      expect(await everybody()).toEqual({ emil: [requested], ada: [requested] });
      expect((await approvals.decide(approval, "approve")).status).toBe(200);
      expect((await approvals.decide(approval, "reject", { reason: "Too late" }, ada)).status).toBe(409);
      const approved = { ...requested, kind: "approval-decided", state: "approved", by: "emil@test.example" };
      expect(await everybody()).toEqual({ edith: [approved], emil: [requested], ada: [requested] });
      const next = { change: { plan: "professional" }, expected: { plan: "enterprise", term: "monthly" } };
      const second = await approvals.requested(next);
      expect((await approvals.decide(second, "reject", { reason: "No" }, ada)).status).toBe(200);
      const third = await approvals.requested(next);
      expect((await approvals.decide(third, "withdraw", {}, editor)).status).toBe(200);
      const { edith = [], emil: ofEmil = [] } = await everybody();
      expect(edith.map(({ state, by }) => [state, by])).toEqual([
        ["rejected", "ada@test.example"],
        ["approved", "emil@test.example"],
      ]);
      expect(ofEmil.map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting"]);
    });

    test("a planned change notifies its responsible person once when it is done, failed or suspended, and not of what the person did", async () => {
      const planned = await startPlannedConsole({ dialect });
      onTestFinished(planned.close);
      const { console, editor: edith, other: oscar, viewer: vera, administrator: ada, api } = planned;
      const everybody = () => readAll(console, { edith, oscar, vera, ada });
      const [done, failed, suspended, cancelled, handed] = [1, 2, 3, 4, 5].map(() => planned.addCustomer());
      if (!(done && failed && suspended && cancelled && handed)) throw new Error("There are too few customers");
      const plans = {
        done: await planned.plan(done),
        failed: await planned.plan(failed),
        suspended: await planned.plan(suspended),
        cancelled: await planned.plan(cancelled),
        handed: await planned.plan(handed),
      };
      await planned.step(plans.cancelled, "cancel");
      expect((await planned.step(plans.handed, "take-over", undefined, oscar)).status).toBe(200);
      suspended.contract.term = "12-months";
      api.script((request) => (request.path.includes(failed.customerID) ? refusal(request) : undefined));
      planned.pass(10 * minuteMs);
      for (const state of ["done", "failed", "suspended"] as const) {
        await planned.until(plans[state], (one) => one.state === state);
      }
      await planned.until(plans.handed, ({ state }) => state === "done");
      const ofPlan = (state: "done" | "failed" | "suspended", of: keyof typeof plans = state) => ({
        kind: "own-planned",
        state,
        title: plans[of].companyName,
        href: `/sandbox/planned/${plans[of].plannedChangeID}`,
      });
      const found = await everybody();
      expect(Object.keys(found)).toEqual(["edith", "oscar"]);
      expect(found.oscar).toEqual([ofPlan("done", "handed")]);
      expect(found.edith?.toSorted((one, two) => one.state.localeCompare(two.state))).toEqual([
        ofPlan("done"),
        ofPlan("failed"),
        ofPlan("suspended"),
      ]);
    });

    test("a failed operation notifies its requester, and a bulk change notifies only the person who runs it, once", async () => {
      const bulk = await startApprovalConsole({ dialect });
      onTestFinished(bulk.close);
      const { console, editor, viewer, emil, ada, api } = bulk;
      const everybody = () => readAll(console, { edith: editor, emil, vera: viewer, ada });
      const customers = bulk.addCustomers(4);
      const [first, second, third, fourth] = customers.map(({ customerID }) => customerID);
      // The page shows a refusal, so it has no notification.
      api.script(refusal);
      const expected = { term: "monthly", plan: "essential" };
      expect((await bulk.change(first ?? "", { plan: "enterprise", expected })).status).toBe(400);
      expect(await everybody()).toEqual({});
      const isRefused = ({ path }: ModelRequest) => [second, third].some((id) => id && path.includes(id));
      api.script((request) => (isRefused(request) ? refusal(request) : undefined));
      const { bulkID } = await bulk.checked([first, second, third, fourth].map(String));
      await bulk.step(bulkID, "resume", {}, emil);
      await bulk.until(bulkID, "first-done");
      await bulk.step(bulkID, "resume", {}, emil);
      expect((await bulk.until(bulkID, "finished")).bulk.counts).toMatchObject({ changed: 2, failed: 2 });
      const ofRun = {
        kind: "own-operation",
        state: "run-failed",
        title: "Bulk change",
        href: `/sandbox/bulk/${bulkID}`,
      };
      expect(await everybody()).toEqual({ emil: [ofRun] });
      // A bulk change whose rows all succeed has no notification.
      api.script(() => undefined);
      const again = await bulk.checked([second, third].map(String));
      await bulk.ran(again.bulkID);
      expect(await everybody()).toEqual({ emil: [ofRun] });
      // The job of a creation fails after the API has accepted it.
      api.script(({ path }) =>
        path.startsWith("/jobs/") ? { effect: "no", answer: { status: 200, body: { status: "failed" } } } : undefined,
      );
      const body = {
        companyName: "Nordlicht GmbH",
        plan: "essential",
        term: "monthly",
        adminUser: { email: "it@nordlicht.example" },
      };
      const created = operationAnswerSchema.parse(await (await bulk.create(body, randomUUID())).json());
      const { operationID } = created.operation;
      await expect.poll(everybody, { timeout: 30_000 }).toEqual({
        edith: [
          {
            kind: "own-operation",
            state: "failed",
            title: "Nordlicht GmbH",
            href: `/sandbox/operations/${operationID}`,
          },
        ],
        emil: [ofRun],
      });
    });

    test("an import whose row fails notifies the person who started it once", async () => {
      const imports = await startImportConsole({ dialect });
      onTestFinished(imports.close);
      const { console, editor, viewer, api } = imports;
      const everybody = () => readAll(console, { edith: editor, vera: viewer });
      api.script(({ method, body }) =>
        method === "POST" && ["Two", "Three"].includes(String(body.companyName))
          ? { effect: "no", answer: { status: 400, body: { message: "No" } } }
          : undefined,
      );
      const { importID } = (await imports.checked(fileOf(["One", "Two", "Three", "Four"]))).import;
      expect((await imports.ran(importID)).import.counts).toMatchObject({ created: 2, failed: 2 });
      const href = `/sandbox/imports/${importID}`;
      expect(await everybody()).toEqual({
        edith: [{ kind: "own-operation", state: "run-failed", title: "Import", href }],
      });
    });
  },
);
