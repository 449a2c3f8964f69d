import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import { type Bulk, type BulkRow, bulkAnswerSchema, bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import { type PlannedChange, plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { maxOpenPlannedOfPerson } from "#lib/contract/values/operations/planned-states.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type ApprovalConsole, startApprovalConsole } from "#tests/fixtures/approvals/approval-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const states = (rows: readonly BulkRow[]) => rows.map(({ state }) => state);
const allTime = "window=all&plan=essential";

describe.each(testDialects.map((dialect) => ({ dialect })))("changes for a view on $dialect", ({ dialect }) => {
  let approvalConsole: ApprovalConsole;
  let aheadMs: number;

  beforeEach(async () => {
    aheadMs = 0;
    approvalConsole = await startApprovalConsole({
      dialect,
      clock: createFastClock(20, 1),
      openStore: (url, given) => openStore(url, { ...given, aheadMs: () => aheadMs }),
    });
    // The view has only the customers that a test adds.
    approvalConsole.api.customers.length = 0;
  });

  afterEach(() => approvalConsole.close());

  const send = (method: string, path: string, body?: unknown, cookie = approvalConsole.editor) =>
    approvalConsole.console.send(method, path, { cookie, ...(body !== undefined && { body }) });
  async function saved(query = allTime, given: object = {}): Promise<string> {
    const answer = await send("POST", "/api/views", { name: "Old plans", query, ...given });
    return viewAnswerSchema.parse(await answer.json()).view.viewID;
  }
  const start = (viewID: string, given: object = {}) =>
    approvalConsole.post({ change: { plan: "professional" }, source: { kind: "view", viewID }, ...given });
  async function checked(viewID: string, given?: object): Promise<{ bulk: Bulk; rows: BulkRow[] }> {
    const answer = await start(viewID, given);
    expect(answer.status).toBe(202);
    const { bulkID } = bulkAnswerSchema.parse(await answer.json()).bulk;
    return approvalConsole.untilIt(bulkID, ({ bulk }) => bulk.state !== "checking");
  }
  const edit = (viewID: string, query: string) => send("PATCH", `/api/views/${viewID}`, { query });
  async function detail(bulkID: string) {
    return bulkDetailSchema.parse(await (await send("GET", `/api/sandbox/bulk/${bulkID}`)).json());
  }
  const ahead = (ms: number) => new Date(Date.now() + aheadMs + ms).toISOString();
  async function planned(plannedChangeID = ""): Promise<PlannedChange> {
    const answer = await send("GET", `/api/sandbox/planned/${plannedChangeID}`);
    return plannedAnswerSchema.parse(await answer.json()).plannedChange;
  }
  async function plannedIn(plannedChangeID: string | undefined, state: PlannedChange["state"]) {
    for (;;) {
      const found = await planned(plannedChangeID);
      if (found.state === state) return found;
      await setTimeout(25);
    }
  }

  test("only customers that match at the check are changed, and a customer whose contract has changed since is skipped", async () => {
    const [stays, leaves, differs] = approvalConsole.addCustomers(3);
    approvalConsole.addCustomers(1, { term: "monthly", plan: "enterprise" });
    const viewID = await saved();
    const { bulk, rows } = await checked(viewID);
    expect(bulk).toMatchObject({
      state: "checked",
      total: 3,
      source: { kind: "view", viewID, name: "Old plans", query: allTime },
      counts: { ready: 3 },
    });
    expect(rows.map(({ customerID }) => customerID)).toEqual([stays, leaves, differs].map((one) => one?.customerID));
    approvalConsole.addCustomers(1);
    if (leaves) leaves.contract.plan = "hardware-only";
    if (differs) differs.contract.term = "12-months";
    const { rows: ended } = await approvalConsole.ran(bulk.bulkID);
    expect(ended.map(({ state, reason }) => [state, reason])).toEqual([
      ["changed", undefined],
      // A customer with another plan has left the view too, but the contract is compared first.
      ["conflict", expect.stringContaining("Plan is")],
      ["conflict", expect.stringContaining("Term is")],
    ]);
    expect(approvalConsole.patches()).toBe(1);
    const [created] = (await readAudit(approvalConsole.console.databaseUrl)).filter(
      ({ action }) => action === "bulk.created",
    );
    expect(created?.after).toMatchObject({ source: { kind: "view", viewID, name: "Old plans", query: allTime } });
  });

  test("a customer that has left the view with the same contract is skipped with this reason", async () => {
    const [first, tagged] = approvalConsole.addCustomers(2);
    const tag = (customerID = "", tags: string[] = []) =>
      send("PUT", `/api/sandbox/customers/${customerID}/tags`, { tags });
    await tag(first?.customerID, ["pilot"]);
    await tag(tagged?.customerID, ["pilot"]);
    const { bulk } = await checked(await saved("window=all&tag=pilot"));
    expect(bulk.counts.ready).toBe(2);
    await tag(tagged?.customerID, []);
    const { rows } = await approvalConsole.ran(bulk.bulkID);
    expect(states(rows)).toEqual(["changed", "left-view"]);
    expect(rows[1]?.reason).toContain("no longer in the view “Old plans”");
    expect(approvalConsole.patches()).toBe(1);
  });

  test("the check pauses if the API does not return the whole list, and a view that cannot be evaluated is refused", async () => {
    approvalConsole.addCustomers(2);
    const viewID = await saved();
    approvalConsole.api.script(({ method, path }) => {
      if (method !== "GET" || path !== "/customers") return undefined;
      return { effect: "no", answer: { status: 200, body: { customers: [], total: 500, limit: 100, offset: 0 } } };
    });
    const { bulk } = await checked(viewID);
    expect(bulk).toMatchObject({ state: "paused", reason: { code: "upstream_malformed" }, counts: { ready: 0 } });
    const aged = await saved("window=all&ageFrom=24", { name: "Not read lately" });
    expect(await (await start(aged)).json()).toMatchObject({
      code: "invalid_request",
      detail: expect.stringContaining("when they were last read"),
    });
    expect((await start("3f2b8c1d-5c1e-4a57-9f0e-6f6f3b1d2a77")).status).toBe(400);
  });

  test("customers that have entered or left the view since are listed on request, and are not changed by themselves", async () => {
    const [stays, leaves] = approvalConsole.addCustomers(2);
    const viewID = await saved();
    const { bulk } = await checked(viewID);
    const [enters] = approvalConsole.addCustomers(1);
    if (leaves) leaves.contract.plan = "enterprise";
    const compare = async () => (await send("GET", `/api/sandbox/bulk/${bulk.bulkID}/view`)).json();
    expect(await compare()).toMatchObject({
      viewState: "same",
      customers: 2,
      entered: [{ customerID: enters?.customerID, companyName: enters?.body.companyName }],
      left: [{ customerID: leaves?.customerID }],
    });
    await approvalConsole.ran(bulk.bulkID);
    expect(await compare()).toMatchObject({ customers: 1, entered: [{ customerID: enters?.customerID }], left: [] });
    expect(enters?.contract.plan).toBe("essential");
    expect(stays?.contract.plan).toBe("professional");
    approvalConsole.api.script(({ method, path }) =>
      method === "GET" && path === "/customers"
        ? { effect: "no", answer: { status: 200, body: { customers: [], total: 500, limit: 100, offset: 0 } } }
        : undefined,
    );
    expect(await compare()).toMatchObject({ code: "upstream_malformed" });
    const byID = await approvalConsole.checked([enters?.customerID ?? ""]);
    expect((await send("GET", `/api/sandbox/bulk/${byID.bulkID}/view`)).status).toBe(404);
  });

  test("a person can change the customers of a shared view, and not of another person's private view", async () => {
    approvalConsole.addCustomers(1);
    const viewID = await saved();
    const asEmil = () =>
      approvalConsole.post(
        { change: { plan: "professional" }, source: { kind: "view", viewID } },
        approvalConsole.emil,
      );
    expect((await asEmil()).status).toBe(400);
    await send("PATCH", `/api/views/${viewID}`, { shared: true });
    const { bulkID } = bulkAnswerSchema.parse(await (await asEmil()).json()).bulk;
    await approvalConsole.until(bulkID, "checked");
    expect((await detail(bulkID)).viewState).toBe("same");
    await send("PATCH", `/api/views/${viewID}`, { shared: false });
    expect((await detail(bulkID)).viewState).toBe("gone");
  });

  test.each(["edited", "deleted"])(
    "an approval is void after the view was %s, also while the changes are being sent",
    async (how) => {
      await approvalConsole.setRules({ bulkRows: 1 });
      approvalConsole.addCustomers(3);
      const viewID = await saved();
      const { bulk } = await checked(viewID);
      const { bulkID } = bulk;
      const approve = async () =>
        approvalConsole.decide(
          await approvalConsole.requested({
            kind: "bulk",
            bulkID,
            change: undefined,
            customerID: undefined,
            expected: undefined,
          }),
          "approve",
        );
      expect((await approve()).status).toBe(200);
      // A new order or a new name does not change the customers.
      await send("PATCH", `/api/views/${viewID}`, { name: "Old", query: `${allTime}&sort=companyName&limit=100` });
      expect(await detail(bulkID)).toMatchObject({ viewState: "same", approval: { latest: { isCurrent: true } } });
      expect((await approvalConsole.step(bulkID, "resume")).status).toBe(200);
      await approvalConsole.until(bulkID, "first-done");
      await (how === "edited" ? edit(viewID, "window=all&plan=enterprise") : send("DELETE", `/api/views/${viewID}`));
      const viewState = how === "edited" ? "edited" : "gone";
      expect(await detail(bulkID)).toMatchObject({ viewState, approval: { latest: { isCurrent: false } } });
      const refused = await approvalConsole.step(bulkID, "resume");
      expect([refused.status, (await refused.json()).code]).toEqual([403, "approval_required"]);
      expect(approvalConsole.patches()).toBe(1);
      expect((await approve()).status).toBe(200);
      expect((await approvalConsole.step(bulkID, "resume")).status).toBe(200);
      const { rows } = await approvalConsole.until(bulkID, "finished");
      expect(states(rows)).toEqual(["changed", "changed", "changed"]);
    },
  );

  test("an approval still covers the rest after the first customer has left the view", async () => {
    await approvalConsole.setRules({ bulkRows: 1 });
    const customers = approvalConsole.addCustomers(3);
    const tag = (customerID = "", tags: string[] = []) =>
      send("PUT", `/api/sandbox/customers/${customerID}/tags`, { tags });
    for (const { customerID } of customers) await tag(customerID, ["pilot"]);
    const { bulk } = await checked(await saved("window=all&tag=pilot"));
    const { bulkID } = bulk;
    const none = { change: undefined, customerID: undefined, expected: undefined };
    const request = await approvalConsole.requested({ kind: "bulk", bulkID, ...none });
    expect((await approvalConsole.decide(request, "approve")).status).toBe(200);
    await tag(customers[0]?.customerID, []);
    expect((await approvalConsole.step(bulkID, "resume")).status).toBe(200);
    const { rows: first } = await approvalConsole.until(bulkID, "first-done");
    expect(states(first)).toEqual(["left-view", "ready", "ready"]);
    expect(await detail(bulkID)).toMatchObject({ approval: { latest: { isCurrent: true } } });
    expect((await approvalConsole.step(bulkID, "resume")).status).toBe(200);
    // The next customer is changed alone, because the first one was not changed.
    await approvalConsole.untilIt(
      bulkID,
      ({ bulk: { state, counts } }) => state === "first-done" && counts.changed === 1,
    );
    expect((await approvalConsole.step(bulkID, "resume")).status).toBe(200);
    const { rows } = await approvalConsole.until(bulkID, "finished");
    expect(states(rows)).toEqual(["left-view", "changed", "changed"]);
  });

  test("a planned change of a view with too many customers pauses, and Attention names the view and no number", async () => {
    approvalConsole.addCustomers(maxOpenPlannedOfPerson + 1);
    const { bulk } = await checked(await saved(), { at: ahead(10 * minuteMs) });
    expect(bulk).toMatchObject({ state: "paused", pausedFrom: "checking", reason: { code: "too_many_planned" } });
    const { items } = attentionListSchema.parse(await (await send("GET", "/api/attention")).json());
    const item = items.find(({ id }) => id === bulk.bulkID);
    expect([item?.title, item?.customers]).toEqual(["Bulk change of the view “Old plans”", undefined]);
  });

  test("customers of a view that need no change do not count for the limit of planned changes", async () => {
    const [same, ...others] = approvalConsole.addCustomers(maxOpenPlannedOfPerson + 1);
    Object.assign(same?.contract ?? {}, { plan: "professional" });
    const { bulk } = await checked(await saved("window=all"), { at: ahead(10 * minuteMs) });
    expect(bulk).toMatchObject({ state: "checked", counts: { same: 1, ready: others.length } });
  });

  test("each customer of a view gets a planned change, which is suspended if the customer has left or the view was edited", async () => {
    const [stays, leaves] = approvalConsole.addCustomers(2);
    const tag = (customerID = "", tags: string[] = []) =>
      send("PUT", `/api/sandbox/customers/${customerID}/tags`, { tags });
    for (const customer of [stays, leaves]) await tag(customer?.customerID, ["pilot"]);
    const viewID = await saved("window=all&tag=pilot");
    const { bulk } = await checked(viewID, { at: ahead(10 * minuteMs) });
    const { rows } = await approvalConsole.ran(bulk.bulkID);
    expect(states(rows)).toEqual(["planned", "planned"]);
    expect(await planned(rows[0]?.plannedChangeID)).toMatchObject({
      state: "scheduled",
      view: { viewID, name: "Old plans", query: "window=all&tag=pilot" },
    });
    await tag(leaves?.customerID, []);
    const later = approvalConsole.addCustomers(1);
    await tag(later[0]?.customerID, ["pilot"]);
    const { bulk: second } = await checked(viewID, { at: ahead(20 * minuteMs) });
    expect(second.counts).toMatchObject({ ready: 1, "has-planned": 1 });
    await approvalConsole.step(second.bulkID, "resume");
    const { rows: laterRows } = await approvalConsole.until(second.bulkID, "finished");
    aheadMs += 11 * minuteMs;
    await plannedIn(rows[0]?.plannedChangeID, "done");
    expect(await plannedIn(rows[1]?.plannedChangeID, "suspended")).toMatchObject({
      stateReason: { code: "left-view", message: expect.stringContaining("no longer in the view") },
    });
    await edit(viewID, "window=all&tag=other");
    aheadMs += 10 * minuteMs;
    const suspended = await plannedIn(laterRows.find(({ state }) => state === "planned")?.plannedChangeID, "suspended");
    expect(suspended.stateReason).toMatchObject({
      code: "view-changed",
      message: expect.stringContaining("was edited"),
    });
    expect(approvalConsole.patches()).toBe(1);
  });
});
