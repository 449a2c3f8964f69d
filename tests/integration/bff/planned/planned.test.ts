import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problemSchema } from "#lib/contract/errors.ts";
import { plannedAnswerSchema, plannedListSchema } from "#lib/contract/operations/planned.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { minuteMs, type PlannedConsole, startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("planned changes on $dialect", ({ dialect }) => {
  let it: PlannedConsole;

  beforeAll(async () => {
    it = await startPlannedConsole({ dialect });
  });

  beforeEach(() => it.api.forget());

  afterAll(() => it.close());

  const problemOf = async (response: Response) => problemSchema.parse(await response.json());
  const answerOf = async (response: Response) => plannedAnswerSchema.parse(await response.json()).plannedChange;

  test("a planned change is kept with its steps, sends nothing before its time, and then changes the contract once", async () => {
    const customer = it.addCustomer();
    const planned = await it.plan(customer, { console: { ticket: "T-1", reason: "Agreed" } });
    expect(planned).toMatchObject({ state: "scheduled", ticket: "T-1", reason: "Agreed", zone: "UTC", version: 1 });
    expect(planned.steps).toMatchObject([{ order: 1, kind: "apply", state: "scheduled", attempt: 0 }]);
    expect(planned.actions).toEqual(["cancel", "reschedule", "take-over"]);
    it.pass(9 * minuteMs);
    expect((await it.read(planned)).state).toBe("scheduled");
    expect(it.sent("PATCH")).toEqual([]);
    it.pass(minuteMs);
    const done = await it.until(planned, ({ state }) => state === "done");
    expect(done.steps).toMatchObject([{ state: "done", attempt: 1, outcome: "done" }]);
    expect(done.finishedAt).toBeDefined();
    expect(customer.contract).toEqual({ term: "monthly", plan: "professional" });
    expect(it.sent("PATCH")).toHaveLength(1);
  });

  test("plan and term are changed one after the other, and a temporary change is taken back in the other order", async () => {
    const customer = it.addCustomer();
    // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
    const planned = await it.plan(customer, { then: { term: "24-months" }, until: it.ahead(600 * minuteMs) });
    expect(planned.steps.map(({ kind, change }) => [kind, change])).toEqual([
      ["apply", { plan: "professional" }],
      ["apply", { term: "24-months" }],
      ["revert", { term: "monthly" }],
      ["revert", { plan: "essential" }],
    ]);
    it.pass(10 * minuteMs);
    // The console gives back the lease shortly after the step is done.
    const applied = await it.until(planned, ({ steps, state }) => steps[1]?.state === "done" && state !== "claimed");
    expect(applied).toMatchObject({ state: "scheduled", actions: ["reschedule", "revert-now", "keep", "take-over"] });
    expect(customer.contract).toEqual({ term: "24-months", plan: "professional" });
    it.pass(590 * minuteMs);
    const done = await it.until(planned, ({ state }) => state === "done");
    expect(done.steps.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    expect(customer.contract).toEqual({ term: "monthly", plan: "essential" });
    expect(it.sent("PATCH").map(({ body }) => body)).toEqual([
      { plan: "professional" },
      { term: "24-months" },
      { term: "monthly" },
      { plan: "essential" },
    ]);
  });

  test("a customer has one open planned change at a time, and the refusal names that change", async () => {
    const customer = it.addCustomer();
    const planned = await it.plan(customer);
    const body = {
      customerID: customer.customerID.toUpperCase(),
      change: { plan: "enterprise" },
      expected: customer.contract,
    };
    const second = await it.post({ ...body, at: it.ahead(20 * minuteMs) });
    expect([second.status, await problemOf(second)]).toMatchObject([
      409,
      { code: "planned_exists", plannedChangeID: planned.plannedChangeID },
    ]);
    expect(await answerOf(await it.step(planned, "cancel"))).toMatchObject({ state: "cancelled", actions: [] });
    expect((await it.post({ ...body, at: it.ahead(20 * minuteMs) })).status).toBe(201);
  });

  test("a planned change is checked before it is stored", async () => {
    const customer = it.addCustomer();
    const base = { customerID: customer.customerID, change: { plan: "professional" }, at: it.ahead(10 * minuteMs) };
    const refusals: [object, number, string][] = [
      [{ ...base, expected: { plan: "essential" } }, 409, "contract_changed"],
      [{ ...base, expected: { plan: "enterprise", term: "monthly" } }, 409, "contract_changed"],
      [{ ...base, change: { plan: "essential" }, expected: customer.contract }, 400, "invalid_request"],
      [{ ...base, at: it.ahead(minuteMs), expected: customer.contract }, 400, "invalid_request"],
      [{ ...base, at: it.ahead(366 * 1_440 * minuteMs), expected: customer.contract }, 400, "invalid_request"],
      [{ ...base, until: it.ahead(11 * minuteMs), expected: customer.contract }, 400, "invalid_request"],
      [{ ...base, until: it.ahead(91 * 1_440 * minuteMs), expected: customer.contract }, 400, "invalid_request"],
      [
        { ...base, at: { local: "2027-03-28T02:30", zone: "Europe/Berlin" }, expected: customer.contract },
        422,
        "unclear_time",
      ],
    ];
    for (const [body, status, code] of refusals) {
      const response = await it.post(body);
      expect([response.status, (await problemOf(response)).code], JSON.stringify(body)).toEqual([status, code]);
    }
    expect(it.sent("PATCH")).toEqual([]);
  });

  test("a contract change through the console suspends the planned change, and a person reviews it again", async () => {
    const customer = it.addCustomer();
    const planned = await it.plan(customer);
    expect((await it.change(customer.customerID, { plan: "enterprise" })).status).toBe(200);
    const suspended = await it.read(planned);
    expect(suspended).toMatchObject({ state: "suspended", stateReason: { code: "changed-here" } });
    const stale = await it.step(planned, "resume", { expected: { term: "monthly", plan: "essential" } });
    expect([stale.status, (await problemOf(stale)).code]).toEqual([409, "contract_changed"]);
    const resumed = await answerOf(await it.step(planned, "resume", { expected: customer.contract }, it.other));
    expect(resumed).toMatchObject({ state: "scheduled", version: 2, responsible: { email: "oscar@test.example" } });
    expect(resumed.digest).not.toBe(planned.digest);
    it.pass(10 * minuteMs);
    await it.until(planned, ({ state }) => state === "done");
    expect(customer.contract.plan).toBe("professional");
  });

  test("a contract that was changed elsewhere is not changed: the planned change is suspended with the contract that was read", async () => {
    const customer = it.addCustomer();
    const planned = await it.plan(customer);
    customer.contract = { ...customer.contract, term: "36-months" };
    it.pass(10 * minuteMs);
    const suspended = await it.until(planned, ({ state }) => state === "suspended");
    expect(suspended.steps[0]).toMatchObject({
      reason: { code: "contract-changed" },
      reviewed: { term: "monthly", plan: "essential" },
      found: { term: "36-months", plan: "essential" },
    });
    // The console makes notifications from the attention list, so the list must contain the change.
    for (let isListed = false; !isListed; ) {
      const listed = await it.console.send("GET", "/api/attention", { cookie: it.editor });
      const { items } = (await listed.json()) as { items: { kind: string; id: string }[] };
      isListed = items.some(({ kind, id }) => kind === "planned-suspended" && id === planned.plannedChangeID);
    }
    expect(it.sent("PATCH")).toEqual([]);
  });

  test("a console that was away for less than the grace period runs the change, and one that was away longer marks it missed", async () => {
    const [soon, late] = [it.addCustomer(), it.addCustomer()];
    const first = await it.plan(soon, { at: it.ahead(70 * minuteMs) });
    const second = await it.plan(late, { until: it.ahead(600 * minuteMs) });
    it.pass(71 * minuteMs);
    const missed = await it.until(second, ({ state }) => state === "missed");
    expect(missed.steps.map(({ state }) => state)).toEqual(["missed", "cancelled"]);
    await it.until(first, ({ state }) => state === "done");
    expect(late.contract.plan).toBe("essential");
    const resumed = await it.step(second, "resume", { expected: late.contract });
    expect([resumed.status, (await problemOf(resumed)).errors]).toMatchObject([400, [{ field: "at" }]]);
    const at = it.ahead(5 * minuteMs);
    const again = await answerOf(await it.step(second, "resume", { expected: late.contract, at }));
    expect(again.steps.map(({ state }) => state)).toEqual(["scheduled", "scheduled"]);
  });

  test("a held environment sends nothing until it is released", async () => {
    const customer = it.addCustomer();
    const planned = await it.plan(customer);
    const hold = (held: boolean, cookie = it.administrator) =>
      it.console.send("POST", "/api/sandbox/hold", { body: { held, reason: "Maintenance" }, cookie });
    expect((await hold(true, it.editor)).status).toBe(403);
    expect(await (await hold(true)).json()).toMatchObject({ hold: { held: true, by: { email: "ada@test.example" } } });
    it.pass(11 * minuteMs);
    const other = it.addCustomer();
    const direct = await it.change(other.customerID, { plan: "professional" });
    expect(direct.status).toBe(200);
    expect(await it.read(planned)).toMatchObject({ state: "scheduled", held: true });
    expect(it.sent("PATCH")).toHaveLength(1);
    expect(await (await hold(false)).json()).toEqual({ hold: { held: false } });
    await it.until(planned, ({ state }) => state === "done");
  });

  test("ending a temporary change early reverts it, and keeping it cancels the revert", async () => {
    const [short, long] = [it.addCustomer(), it.addCustomer()];
    const until = it.ahead(6_000 * minuteMs);
    const [first, second] = [await it.plan(short, { until }), await it.plan(long, { until })];
    it.pass(10 * minuteMs);
    for (const one of [first, second]) await it.until(one, ({ steps }) => steps[0]?.state === "done");
    const refused = await it.step(first, "cancel");
    expect([refused.status, await problemOf(refused)]).toMatchObject([
      409,
      { code: "planned_moved", reason: "applied" },
    ]);
    expect((await it.step(first, "revert-now")).status).toBe(200);
    await it.until(first, ({ state }) => state === "done");
    expect(short.contract.plan).toBe("essential");
    expect(await answerOf(await it.step(second, "keep"))).toMatchObject({
      state: "done",
      stateReason: { code: "kept" },
    });
    it.pass(6_100 * minuteMs);
    expect(long.contract.plan).toBe("professional");
  });

  test("lists are narrowed by state, customer, time and owner", async () => {
    const [one, two] = [it.addCustomer(), it.addCustomer()];
    const first = await it.plan(one, { at: it.ahead(30 * minuteMs) });
    const second = await it.plan(two, { at: it.ahead(20 * minuteMs), until: it.ahead(500 * minuteMs) }, it.other);
    const list = async (query: string) => {
      const response = await it.console.send("GET", `/api/sandbox/planned?open=true&${query}`, { cookie: it.editor });
      const known = [first, second].map(({ plannedChangeID }) => plannedChangeID);
      const { planned } = plannedListSchema.parse(await response.json());
      return planned.flatMap(({ plannedChangeID }) =>
        known.includes(plannedChangeID) ? [known.indexOf(plannedChangeID)] : [],
      );
    };
    expect(await list("")).toEqual([1, 0]);
    expect(await list("ascending=false")).toEqual([0, 1]);
    expect(await list("mine=true")).toEqual([0]);
    expect(await list("state=suspended")).toEqual([]);
    expect(await list(`customerID=${two.customerID}`)).toEqual([1]);
    expect(await list(`from=${it.ahead(400 * minuteMs)}&to=${it.ahead(600 * minuteMs)}`)).toEqual([1]);
  });
});
