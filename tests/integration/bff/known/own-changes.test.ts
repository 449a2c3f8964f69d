import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { bulkAnswerSchema, bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { Fault, ProxiedRequest } from "#tests/fixtures/api/fault-proxy.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { type ChangedBehind, startChangedBehind } from "#tests/fixtures/known/behind-the-console.ts";
import { knownActions } from "#tests/fixtures/known/known-actions.ts";

/** Covers each implementation of the API and each database at least once. */
const cases = (["own", "other"] as const).map((api, index) => ({
  api,
  dialect: testDialects[index % testDialects.length] ?? "sqlite",
}));
const name = "with the $api API and a store on $dialect";

/** Returns a function that chooses this fault for the first contract change, and no fault for other requests. */
function onFirstChange(fault: Fault) {
  let isFirst = true;
  return ({ method }: ProxiedRequest): Fault | undefined => {
    if (method !== "PATCH" || !isFirst) return undefined;
    isFirst = false;
    return fault;
  };
}

/** Returns the first customer that is not deleted, and a term that the customer does not have. */
async function target({ api }: ChangedBehind) {
  const customer = (await api.customers()).find(({ isDeleted }) => !isDeleted);
  if (!customer) throw new Error("No customer");
  const { customerID, term } = customer;
  return { customerID, before: term, after: term === "monthly" ? "12-months" : "monthly" };
}

/** Returns the states of a customer, newest first. Each state has its term and its cause. */
async function termsOf(fixture: ChangedBehind, customerID: string): Promise<string[][]> {
  const { states } = await knownActions(fixture).history(customerID);
  return states.map(({ customer, cause }) => [customer.contract.term ?? "", cause.kind]);
}

test.each(cases)(`an own change is recognised although its answer was lost, ${name}`, async ({ api, dialect }) => {
  const fixture = await startChangedBehind(api, dialect, {
    count: 3,
    isRunning: true,
    faultFor: onFirstChange({ kind: "reset", when: "after" }),
  });
  const { list, change } = knownActions(fixture);
  const { customerID, before, after } = await target(fixture);
  await list();
  expect((await change(customerID, { term: after })).ok).toBe(true);
  fixture.later(20 * minuteMs);
  await list();
  expect(await termsOf(fixture, customerID)).toEqual([
    [after, "operation"],
    [before, "first"],
  ]);
});

test.each(cases)(`an own change that takes effect late is not reported as a change outside, ${name}`, async (given) => {
  const fixture = await startChangedBehind(given.api, given.dialect, {
    count: 3,
    isRunning: true,
    faultFor: onFirstChange({ kind: "answer", status: 204 }),
  });
  const { list, change } = knownActions(fixture);
  const { customerID, before, after } = await target(fixture);
  await list();
  expect((await change(customerID, { term: after })).status).toBe(202);
  fixture.later(20 * minuteMs);
  await list();
  expect(await termsOf(fixture, customerID)).toEqual([[before, "first"]]);
  await fixture.behind.change(customerID, { term: after });
  fixture.later(20 * minuteMs);
  await list();
  expect(await termsOf(fixture, customerID)).toEqual([
    [after, "operation"],
    [before, "first"],
  ]);
});

test.each(cases)(
  `a bulk change and its undo are not reported as changes outside, ${name}`,
  async ({ api, dialect }) => {
    const fixture = await startChangedBehind(api, dialect, { count: 5, isRunning: true });
    const { console, administrator: cookie } = fixture;
    const { list } = knownActions(fixture);
    const customers = (await fixture.api.customers()).filter(({ isDeleted }) => !isDeleted);
    const terms = new Map(customers.map(({ customerID, term }) => [customerID, term]));
    await list();

    /** Continues the bulk change whenever it waits for a person. Returns its ID when it is finished. */
    async function finish(response: Response): Promise<string> {
      const { bulkID } = bulkAnswerSchema.parse(await response.json()).bulk;
      for (;;) {
        const answer = await console.send("GET", `/api/sandbox/bulk/${bulkID}`, { cookie });
        const { bulk } = bulkDetailSchema.parse(await answer.json());
        if (bulk.state === "finished") return bulkID;
        if (bulk.state === "checked" || bulk.state === "first-done")
          await console.send("POST", `/api/sandbox/bulk/${bulkID}/resume`, { cookie });
        await pause(5);
      }
    }
    const body = { change: { term: "24-months" }, source: { kind: "ids", customerIDs: [...terms.keys()] } };
    const bulkID = await finish(await console.send("POST", "/api/sandbox/bulk", { cookie, body }));
    fixture.later(10 * minuteMs);
    await list();
    await finish(await console.send("POST", `/api/sandbox/bulk/${bulkID}/undo`, { cookie }));
    fixture.later(10 * minuteMs);
    await list();
    for (const [customerID, term] of terms) {
      if (term === "24-months") expect(await termsOf(fixture, customerID)).toEqual([[term, "first"]]);
      else {
        expect(await termsOf(fixture, customerID)).toEqual([
          [term, "operation"],
          ["24-months", "operation"],
          [term, "first"],
        ]);
      }
    }
  },
);

test.each(cases)(
  `a change by another console with the same key counts as made outside, and alerts nobody by default, ${name}`,
  async ({ api, dialect }) => {
    const fixture = await startChangedBehind(api, dialect, { count: 3 });
    const second = await fixture.startSecond();
    const { customerID, before, after } = await target(fixture);
    await knownActions(fixture).list();
    fixture.later(minuteMs);
    expect((await knownActions(second).change(customerID, { term: after })).ok).toBe(true);
    fixture.later(9 * minuteMs);
    await knownActions(fixture).list();
    expect(await termsOf(fixture, customerID)).toEqual([
      [after, "elsewhere"],
      [before, "first"],
    ]);
    expect(await knownActions(fixture).attention()).toMatchObject({ items: [], total: 0 });
    // The second console made the change itself, and had read the customer before. So it knows the cause and the old
    // state.
    expect(await termsOf({ ...fixture, ...second }, customerID)).toEqual([
      [after, "operation"],
      [before, "first"],
    ]);
  },
);

test("two spellings of a value and missing members are not reported as changes outside", async () => {
  const fixture = await startChangedBehind("other", "sqlite", { count: 8, isOdd: true });
  const { list, history, change } = knownActions(fixture);
  const { customerID, after } = await target(fixture);
  for (let reading = 0; reading < 3; reading += 1) {
    fixture.later(11 * minuteMs);
    await list();
  }
  expect((await change(customerID, { term: after })).ok).toBe(true);
  const spellings = new Set<string | undefined>();
  for (let reading = 0; reading < 6; reading += 1) {
    fixture.later(11 * minuteMs);
    await list();
    spellings.add((await history(customerID)).states[0]?.customer.contract.plan);
  }
  expect(spellings.size).toBe(2);
  for (const { customerID: one } of fixture.customers) {
    const { states } = await history(one);
    const causes = states.map(({ cause }) => cause.kind);
    expect(causes).toEqual(one === customerID ? ["operation", "first"] : ["first"]);
    // If an answer lacks a value, the console still knows the value from an earlier answer.
    expect(states[0]?.customer.usersCount).toEqual(expect.any(Number));
  }
});

test.each(cases)(`an own change that is reverted outside says so, and names its operation, ${name}`, async (given) => {
  const fixture = await startChangedBehind(given.api, given.dialect, { count: 3 });
  const { list, history, change, alert, attention } = knownActions(fixture);
  const { customerID, before, after } = await target(fixture);
  await alert("contract");
  await list();
  fixture.later(minuteMs);
  const { operation } = await (await change(customerID, { term: after })).json();
  fixture.later(2 * minuteMs);
  await list();
  expect((await attention()).items).toEqual([]);
  await fixture.behind.change(customerID, { term: before });
  fixture.later(9 * minuteMs);
  await list();
  const [newest] = (await history(customerID)).states;
  expect(newest).toMatchObject({
    cause: { kind: "elsewhere" },
    changed: { members: [{ member: "term", before: after, after: before }] },
    takenBack: operation.operationID,
  });
  expect((await attention()).items).toMatchObject([{ id: customerID, state: "taken-back" }]);
});

test("if a state contains an own change and another change, only the other change counts as made outside", async () => {
  const fixture = await startChangedBehind("other", "sqlite", {
    count: 3,
    isRunning: true,
    faultFor: onFirstChange({ kind: "answer", status: 204 }),
  });
  const { list, history, change, alert, attention } = knownActions(fixture);
  const { customerID, before, after } = await target(fixture);
  await alert("contract");
  await list();
  const { operation } = await (await change(customerID, { term: after })).json();
  fixture.later(5 * minuteMs);
  await list();
  // The console's own change takes effect late. Before the next answer, another client changes the number of users.
  await fixture.behind.change(customerID, { term: after });
  fixture.behind.edit?.(customerID, { users: 12 });
  // Two answers are needed. The first may be the answer that verifies the own change. Such an answer never starts a
  // state that the own change cannot explain.
  for (let reading = 0; reading < 2; reading += 1) {
    fixture.later(20 * minuteMs);
    await list();
  }
  const [newest] = (await history(customerID)).states;
  expect(newest?.cause.kind).toBe("elsewhere");
  expect(newest?.changed?.members).toEqual([
    { member: "term", before, after, operationID: operation.operationID },
    { member: "usersCount", before: expect.any(Number), after: 12 },
  ]);
  expect((await attention()).items).toEqual([]);
  // Changing the policy needs a recent sign-in.
  await knownActions({ ...fixture, administrator: await fixture.console.signIn("ada@test.example") }).alert("every");
  fixture.later(minuteMs);
  expect((await attention()).items).toMatchObject([{ id: customerID, changed: [{ member: "usersCount" }] }]);
});
