import { describe, expect, test } from "vitest";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { startChangedBehind } from "#tests/fixtures/known/behind-the-console.ts";
import type { ChangedAPIKind } from "#tests/fixtures/known/changed-api.ts";
import { knownActions } from "#tests/fixtures/known/known-actions.ts";
import { createRandom } from "#tests/fixtures/random.ts";

const count = 30;
const plans: readonly string[] = ["essential", "professional", "enterprise"];

const cases = (["own", "other"] as const satisfies ChangedAPIKind[]).flatMap((api) =>
  testDialects.map((dialect) => ({ api, dialect })),
);

const next = (plan: string) => plans[(plans.indexOf(plan) + 1) % plans.length] as string;

describe.each(cases)("changes outside the console, with the $api API and a store on $dialect", ({ api, dialect }) => {
  test("changes outside are found with the time range in which they were made, and own changes are not among them", async () => {
    const fixture = await startChangedBehind(api, dialect, { count });
    const { behind, customers, later } = fixture;
    const { list, history, change } = knownActions(fixture);
    const random = createRandom(Number(process.env.TEST_SEED));
    await list();
    const before = fixture.customers.length;
    later(minuteMs);
    const expected = new Map<string, string>();
    for (const { customerID, plan } of customers) {
      const kind = ["changed", "own", "deleted", "left"][Math.floor(random() * 4)] ?? "left";
      expected.set(customerID, kind);
      if (kind === "changed") await behind.change(customerID, { plan: next(plan) });
      if (kind === "deleted") await behind.remove(customerID);
      if (kind === "own") expect((await change(customerID, { plan: next(plan) })).ok).toBe(true);
    }
    const created = await behind.create("Made elsewhere");
    later(9 * minuteMs);
    await list();
    expect(before).toBe(count);
    for (const { customerID, plan } of customers) {
      const kind = expected.get(customerID);
      const { states } = await history(customerID);
      const [newest, first] = states;
      const causes = states.map(({ cause }) => cause.kind);
      if (kind === "left") expect(causes).toEqual(["first"]);
      else if (kind === "own") {
        expect([kind, causes]).toEqual([kind, ["operation", "first"]]);
        expect(newest?.cause.operationID).toEqual(expect.any(String));
      } else {
        expect([kind, causes]).toEqual([kind, ["elsewhere", "first"]]);
        const [member] = newest?.changed?.members ?? [];
        expect(member).toEqual(
          kind === "changed"
            ? { member: "plan", before: plan, after: next(plan) }
            : { member: "deleted", before: false, after: true },
        );
        // The change happened between the last answer with the old state and the first answer with the new state.
        expect(Date.parse(newest?.changed?.before ?? "") - Date.parse(newest?.changed?.after ?? "")).toBe(
          10 * minuteMs,
        );
        expect(newest?.changed?.after).toBe(first?.until);
        expect(newest?.changed?.before).toBe(newest?.from);
      }
    }
    expect((await history(created)).states).toMatchObject([
      { cause: { kind: "elsewhere" }, customer: { companyName: "Made elsewhere" } },
    ]);
  });

  test("changes outside are not found in an answer that overlaps an own change, but in the next answer after it", async () => {
    const it = await startChangedBehind(api, dialect, { count: 2 });
    const { console, behind, customers, later } = it;
    const { list, history, change } = knownActions(it);
    const [{ customerID, plan }] = customers as [(typeof customers)[0]];
    const causes = async () => (await history(customerID)).states.map(({ cause }) => cause.kind);
    const leftOut = async () =>
      (await queryStore(console.databaseUrl, 'select "customerKey" from "knownCustomers" where "leftOutAt" > 0')).map(
        ({ customerKey }) => customerKey,
      );
    await list();
    later(minuteMs);
    expect((await change(customerID, { plan: next(plan) })).ok).toBe(true);
    later(10_000);
    await behind.change(customerID, { plan: next(next(plan)) });
    await list();
    expect(await causes()).toEqual(["operation", "first"]);
    // Filling reads the customer again as soon as the operation has settled.
    expect(await leftOut()).toEqual([customerID.toLowerCase()]);
    later(2 * minuteMs);
    await list();
    expect(await causes()).toEqual(["elsewhere", "operation", "first"]);
    expect(await leftOut()).toEqual([]);
  });

  test("changes outside appear under Attention as far as the policy says, and again with the next change", async () => {
    const it = await startChangedBehind(api, dialect, { count: 3 });
    const { behind, customers, later } = it;
    const { list, attention, alert, change } = knownActions(it);
    const [a, b, c] = customers as [(typeof customers)[0], (typeof customers)[0], (typeof customers)[0]];
    await list();
    later(minuteMs);
    await behind.change(a.customerID, { plan: next(a.plan) });
    await behind.remove(b.customerID);
    expect((await change(c.customerID, { plan: next(c.plan) })).ok).toBe(true);
    later(minuteMs);
    await list();
    expect((await attention()).items).toEqual([]);
    await alert("contract");
    later(minuteMs);
    expect((await attention()).items).toMatchObject([
      {
        id: a.customerID,
        href: `/sandbox/customers/${a.customerID}`,
        changed: [{ member: "plan", before: a.plan, after: next(a.plan) }],
      },
    ]);
    await alert("every");
    later(minuteMs);
    const { items } = await attention();
    expect(items.map(({ id, state }) => [id, state]).toSorted()).toEqual(
      [
        [a.customerID, undefined],
        [b.customerID, "deleted"],
      ].toSorted(),
    );
    later(minuteMs);
    await behind.change(a.customerID, { plan: a.plan });
    await list();
    later(minuteMs);
    const again = (await attention()).items.find(({ id }) => id === a.customerID);
    expect(again?.changed).toEqual([{ member: "plan", before: next(a.plan), after: a.plan }]);
  });
});

describe.each(testDialects.map((dialect) => ({ dialect })))("the history of customers on $dialect", ({ dialect }) => {
  test("the history shows what was read before and after a time, and never a guess", async () => {
    const fixture = await startChangedBehind("own", dialect, { count: 2 });
    const { behind, customers, later } = fixture;
    const { list, history } = knownActions(fixture);
    const [{ customerID, plan }] = customers as [(typeof customers)[0]];
    const startMs = Date.parse("2026-11-20T12:00:00Z");
    const asOn = async (minute: number) => {
      const at = new Date(startMs + minute * minuteMs).toISOString();
      const answer = (await history(customerID, `?asOn=${at}`)).asOn;
      return [answer?.answer, answer?.members.find(({ member }) => member === "plan")?.answer];
    };
    await list();
    later(10 * minuteMs);
    await list();
    later(10 * minuteMs);
    await behind.change(customerID, { plan: next(plan) });
    later(10 * minuteMs);
    await list();
    expect(await asOn(-1)).toEqual(["not-seen", "not-seen"]);
    expect(await asOn(5)).toEqual(["same", "same"]);
    expect(await asOn(15)).toEqual(["changed", "changed"]);
    expect(await asOn(25)).toEqual(["changed", "changed"]);
    expect(await asOn(31)).toEqual(["not-seen", "not-seen"]);
  });

  test("an erased customer stays erased when it is listed again, and its history says so", async () => {
    const fixture = await startChangedBehind("own", dialect, { count: 2 });
    const { console, customers, later, administrator: cookie } = fixture;
    const { list, history } = knownActions(fixture);
    const [gone, kept] = customers as [(typeof customers)[0], (typeof customers)[0]];
    await list();
    const path = `/api/sandbox/customers/${gone.customerID}`;
    expect((await console.send("DELETE", `${path}/known`, { cookie })).status).toBe(204);
    later(9 * minuteMs);
    await list();
    expect(await history(gone.customerID)).toMatchObject({ states: [], erasedAt: "2026-11-20T12:00:00.000Z" });
    expect(await history(kept.customerID)).toMatchObject({ states: [{}] });
    expect((await history(kept.customerID)).erasedAt).toBeUndefined();
    // The customer still exists at the API.
    expect((await console.send("GET", path, { cookie })).status).toBe(200);
  });

  test("a person without access to the environment finds neither history nor anything to erase", async () => {
    const fixture = await startChangedBehind("own", dialect, { count: 1 });
    const { console, customers } = fixture;
    await knownActions(fixture).list();
    const cookie = await console.signIn("paul@test.example");
    const path = `/api/sandbox/customers/${customers[0]?.customerID}`;
    expect((await console.send("GET", `${path}/history`, { cookie })).status).toBe(404);
    expect((await console.send("DELETE", `${path}/known`, { cookie })).status).toBe(404);
    expect((await knownActions(fixture).history(customers[0]?.customerID ?? "")).states).toHaveLength(1);
  });
});

test("a viewer sees a changed e-mail address under Attention, because the customer's page shows it to viewers too", async () => {
  const fixture = await startChangedBehind("other", "sqlite", { count: 3 });
  const viewer = await fixture.console.signIn("vera@test.example");
  const { list, alert } = knownActions(fixture);
  const seen = knownActions({ ...fixture, administrator: viewer });
  const [{ customerID }] = fixture.customers as [(typeof fixture.customers)[0]];
  await alert("every");
  await list();
  fixture.later(minuteMs);
  fixture.behind.edit?.(customerID, { email: "new@customer.example" });
  fixture.later(9 * minuteMs);
  await list();
  const { items } = await seen.attention();
  expect(items).toMatchObject([{ id: customerID, changed: [{ member: "email", after: "new@customer.example" }] }]);
  const customer = await fixture.console.send("GET", `/api/sandbox/customers/${customerID}`, { cookie: viewer });
  expect(await customer.json()).toMatchObject({ customer: { adminUser: { email: "new@customer.example" } } });
  // Paul may not see this environment. So he sees neither the item nor the customer.
  const paul = knownActions({ ...fixture, administrator: await fixture.console.signIn("paul@test.example") });
  expect((await paul.attention()).items).toEqual([]);
});

test("Attention lists the latest 200 changed customers, and shows how many there are", async () => {
  const fixture = await startChangedBehind("other", "sqlite", { count: 230 });
  const { alert, attention } = knownActions(fixture);
  await alert("every");
  const list = async () => {
    for (const offset of [0, 100, 200]) {
      const query = `limit=100&offset=${offset}&datefrom=1970-01-01&includeDeleted=true`;
      await fixture.console.send("GET", `/api/sandbox/customers?${query}`, { cookie: fixture.administrator });
    }
    const [first] = fixture.customers;
    await fixture.console.send("GET", `/api/sandbox/customers/${first?.customerID}/history`, {
      cookie: fixture.administrator,
    });
  };
  await list();
  fixture.later(minuteMs);
  for (const { customerID } of fixture.customers.slice(0, 205)) fixture.behind.edit?.(customerID, { users: 999 });
  fixture.later(9 * minuteMs);
  await list();
  const { items, sources } = await attention();
  expect(items).toHaveLength(200);
  expect(sources.find(({ name, environment }) => name === "known" && environment === "sandbox")).toMatchObject({
    coverage: { looked: 200, total: 205 },
  });
});

test("a snoozed change stays hidden until the customer is changed outside again", async () => {
  const fixture = await startChangedBehind("own", "sqlite", { count: 2 });
  const { list, alert, attention } = knownActions(fixture);
  const [{ customerID, plan }] = fixture.customers as [(typeof fixture.customers)[0]];
  await alert("contract");
  await list();
  fixture.later(minuteMs);
  await fixture.behind.change(customerID, { plan: next(plan) });
  fixture.later(9 * minuteMs);
  await list();
  const until = new Date(Date.parse((await attention()).asOf) + 24 * 60 * minuteMs).toISOString();
  const body = { environment: "sandbox", kind: "elsewhere", until, reason: "The reseller has told us." };
  const path = `/api/attention/${customerID}/snooze`;
  const snoozed = await fixture.console.send("POST", path, { cookie: fixture.administrator, body });
  expect(snoozed.status).toBeLessThan(300);
  expect((await attention()).items).toEqual([]);
  expect((await attention("&snoozed=true")).items).toMatchObject([{ id: customerID }]);
  fixture.later(minuteMs);
  await fixture.behind.change(customerID, { plan: next(next(plan)) });
  fixture.later(9 * minuteMs);
  await list();
  expect((await attention()).items).toMatchObject([{ id: customerID, changed: [{ after: next(next(plan)) }] }]);
});
