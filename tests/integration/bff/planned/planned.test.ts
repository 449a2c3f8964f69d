import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { problemSchema } from "#lib/contract/errors.ts";
import { plannedAnswerSchema, plannedListSchema } from "#lib/contract/operations/planned.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { ModelCustomer } from "#tests/fixtures/api/model-api.ts";
import { allowAssistant } from "#tests/fixtures/assistants/assistant-client.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { type PlannedConsole, startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("planned changes on $dialect", ({ dialect }) => {
  let plannedConsole: PlannedConsole;

  beforeAll(async () => {
    plannedConsole = await startPlannedConsole({ dialect });
  });

  beforeEach(() => plannedConsole.api.forget());

  afterAll(() => plannedConsole.close());

  /**
   * A session of the administrator with a recent proof of identity. A proof is valid for 10 minutes, which the fast clock
   * reaches in half a minute.
   */
  const signInAgain = () => plannedConsole.console.signIn("ada@test.example");
  const problemOf = async (response: Response) => problemSchema.parse(await response.json());
  const answerOf = async (response: Response) => plannedAnswerSchema.parse(await response.json()).plannedChange;

  test("a planned change is stored with its steps, sends nothing before its time, and then changes the contract once", async () => {
    const customer = plannedConsole.addCustomer();
    const planned = await plannedConsole.plan(customer, { console: { ticket: "T-1", reason: "Agreed" } });
    expect(planned).toMatchObject({ state: "scheduled", ticket: "T-1", reason: "Agreed", zone: "UTC", version: 1 });
    expect(planned.steps).toMatchObject([{ order: 1, kind: "apply", state: "scheduled", attempt: 0 }]);
    expect(planned.actions).toEqual(["cancel", "reschedule", "take-over"]);
    plannedConsole.pass(9 * minuteMs);
    expect((await plannedConsole.read(planned)).state).toBe("scheduled");
    expect(plannedConsole.sent("PATCH")).toEqual([]);
    plannedConsole.pass(minuteMs);
    const done = await plannedConsole.until(planned, ({ state }) => state === "done");
    expect(done.steps).toMatchObject([{ state: "done", attempt: 1, outcome: "done" }]);
    expect(done.finishedAt).toBeDefined();
    expect(customer.contract).toEqual({ term: "monthly", plan: "professional" });
    expect(plannedConsole.sent("PATCH")).toHaveLength(1);
  });

  test("the planned changes of a key are suspended as soon as an assistant may use the key, and their reverts still run", async () => {
    const { console } = plannedConsole;
    const administrator = await signInAgain();
    const { client, key } = await createTestClient(console, administrator, { role: "editor", name: "Nightly" });
    const [later, temporary] = [plannedConsole.addCustomer(), plannedConsole.addCustomer()];
    const planAsKey = async ({ customerID, contract }: ModelCustomer, times: object) =>
      answerOf(
        await sendWithKey(console, key, "POST", "/api/sandbox/planned", {
          body: { customerID, change: { plan: "professional" }, expected: contract, ...times },
        }),
      );
    const ended = await planAsKey(temporary, {
      at: plannedConsole.ahead(10 * minuteMs),
      until: plannedConsole.ahead(60 * minuteMs),
    });
    plannedConsole.pass(10 * minuteMs);
    await plannedConsole.until(ended, ({ steps }) => steps[0]?.state === "done");
    const planned = await planAsKey(later, { at: plannedConsole.ahead(10 * minuteMs) });
    await allowAssistant(console, administrator, client.clientID, "reading");
    expect(await plannedConsole.read(planned)).toMatchObject({
      state: "suspended",
      stateReason: { code: "right-lost", message: expect.stringContaining("Nightly may no longer change contracts") },
    });
    plannedConsole.pass(60 * minuteMs);
    await plannedConsole.until(ended, ({ state }) => state === "done");
    expect(temporary.contract).toEqual({ term: "monthly", plan: "essential" });
    expect(later.contract).toEqual({ term: "monthly", plan: "essential" });
    expect((await plannedConsole.read(planned)).state).toBe("suspended");
  });

  test("plan and term are changed one after the other, and a temporary change is reverted in the opposite order", async () => {
    const customer = plannedConsole.addCustomer();
    const planned = await plannedConsole.plan(customer, {
      // biome-ignore lint/suspicious/noThenProperty: the API names it `then`, and it is never a function
      then: { term: "24-months" },
      until: plannedConsole.ahead(600 * minuteMs),
    });
    expect(planned.steps.map(({ kind, change }) => [kind, change])).toEqual([
      ["apply", { plan: "professional" }],
      ["apply", { term: "24-months" }],
      ["revert", { term: "monthly" }],
      ["revert", { plan: "essential" }],
    ]);
    plannedConsole.pass(10 * minuteMs);
    // The console releases the lease shortly after the step is done.
    const applied = await plannedConsole.until(
      planned,
      ({ steps, state }) => steps[1]?.state === "done" && state !== "claimed",
    );
    expect(applied).toMatchObject({ state: "scheduled", actions: ["reschedule", "revert-now", "keep", "take-over"] });
    expect(customer.contract).toEqual({ term: "24-months", plan: "professional" });
    plannedConsole.pass(590 * minuteMs);
    const done = await plannedConsole.until(planned, ({ state }) => state === "done");
    expect(done.steps.map(({ state }) => state)).toEqual(["done", "done", "done", "done"]);
    expect(customer.contract).toEqual({ term: "monthly", plan: "essential" });
    expect(plannedConsole.sent("PATCH").map(({ body }) => body)).toEqual([
      { plan: "professional" },
      { term: "24-months" },
      { term: "monthly" },
      { plan: "essential" },
    ]);
  });

  test("a customer has one open planned change at a time, and the refusal names that change", async () => {
    const customer = plannedConsole.addCustomer();
    const planned = await plannedConsole.plan(customer);
    const body = {
      customerID: customer.customerID.toUpperCase(),
      change: { plan: "enterprise" },
      expected: customer.contract,
    };
    const second = await plannedConsole.post({ ...body, at: plannedConsole.ahead(20 * minuteMs) });
    expect([second.status, await problemOf(second)]).toMatchObject([
      409,
      { code: "planned_exists", plannedChangeID: planned.plannedChangeID },
    ]);
    expect(await answerOf(await plannedConsole.step(planned, "cancel"))).toMatchObject({
      state: "cancelled",
      actions: [],
    });
    expect((await plannedConsole.post({ ...body, at: plannedConsole.ahead(20 * minuteMs) })).status).toBe(201);
  });

  test("a planned change is checked before it is stored", async () => {
    const customer = plannedConsole.addCustomer();
    const base = {
      customerID: customer.customerID,
      change: { plan: "professional" },
      at: plannedConsole.ahead(10 * minuteMs),
    };
    const refusals: [object, number, string][] = [
      [{ ...base, expected: { plan: "essential" } }, 409, "contract_changed"],
      [{ ...base, expected: { plan: "enterprise", term: "monthly" } }, 409, "contract_changed"],
      [{ ...base, change: { plan: "essential" }, expected: customer.contract }, 400, "invalid_request"],
      [{ ...base, at: plannedConsole.ahead(minuteMs), expected: customer.contract }, 400, "invalid_request"],
      [
        { ...base, at: plannedConsole.ahead(366 * 1_440 * minuteMs), expected: customer.contract },
        400,
        "invalid_request",
      ],
      [{ ...base, until: plannedConsole.ahead(11 * minuteMs), expected: customer.contract }, 400, "invalid_request"],
      [
        { ...base, until: plannedConsole.ahead(91 * 1_440 * minuteMs), expected: customer.contract },
        400,
        "invalid_request",
      ],
      [
        { ...base, at: { local: "2027-03-28T02:30", zone: "Europe/Berlin" }, expected: customer.contract },
        422,
        "unclear_time",
      ],
    ];
    for (const [body, status, code] of refusals) {
      const response = await plannedConsole.post(body);
      expect([response.status, (await problemOf(response)).code], JSON.stringify(body)).toEqual([status, code]);
    }
    expect(plannedConsole.sent("PATCH")).toEqual([]);
  });

  test("a contract change through the console suspends the planned change, and a person reviews it again", async () => {
    const customer = plannedConsole.addCustomer();
    const planned = await plannedConsole.plan(customer);
    expect((await plannedConsole.change(customer.customerID, { plan: "enterprise" })).status).toBe(200);
    const suspended = await plannedConsole.read(planned);
    expect(suspended).toMatchObject({ state: "suspended", stateReason: { code: "changed-here" } });
    const stale = await plannedConsole.step(planned, "resume", { expected: { term: "monthly", plan: "essential" } });
    expect([stale.status, (await problemOf(stale)).code]).toEqual([409, "contract_changed"]);
    const resumed = await answerOf(
      await plannedConsole.step(planned, "resume", { expected: customer.contract }, plannedConsole.other),
    );
    expect(resumed).toMatchObject({ state: "scheduled", version: 2, responsible: { email: "oscar@test.example" } });
    expect(resumed.digest).not.toBe(planned.digest);
    plannedConsole.pass(10 * minuteMs);
    await plannedConsole.until(planned, ({ state }) => state === "done");
    expect(customer.contract.plan).toBe("professional");
  });

  test("a planned change is suspended, with the contract that was read, if the contract was changed outside", async () => {
    const customer = plannedConsole.addCustomer();
    const planned = await plannedConsole.plan(customer);
    customer.contract = { ...customer.contract, term: "36-months" };
    plannedConsole.pass(10 * minuteMs);
    const suspended = await plannedConsole.until(planned, ({ state }) => state === "suspended");
    expect(suspended.steps[0]).toMatchObject({
      reason: { code: "contract-changed" },
      reviewed: { term: "monthly", plan: "essential" },
      found: { term: "36-months", plan: "essential" },
    });
    // The console creates notifications from the attention list. So the test waits until the list contains the change.
    for (let isListed = false; !isListed; ) {
      const listed = await plannedConsole.console.send("GET", "/api/attention", { cookie: plannedConsole.editor });
      const { items } = (await listed.json()) as { items: { kind: string; id: string }[] };
      isListed = items.some(({ kind, id }) => kind === "planned-suspended" && id === planned.plannedChangeID);
    }
    expect(plannedConsole.sent("PATCH")).toEqual([]);
  });

  test("after an absence below the grace period, a console runs the change; after a longer one, it marks the change as missed", async () => {
    const [soon, late] = [plannedConsole.addCustomer(), plannedConsole.addCustomer()];
    const first = await plannedConsole.plan(soon, { at: plannedConsole.ahead(70 * minuteMs) });
    const second = await plannedConsole.plan(late, { until: plannedConsole.ahead(600 * minuteMs) });
    plannedConsole.pass(71 * minuteMs);
    const missed = await plannedConsole.until(second, ({ state }) => state === "missed");
    expect(missed.steps.map(({ state }) => state)).toEqual(["missed", "cancelled"]);
    await plannedConsole.until(first, ({ state }) => state === "done");
    expect(late.contract.plan).toBe("essential");
    const resumed = await plannedConsole.step(second, "resume", { expected: late.contract });
    expect([resumed.status, (await problemOf(resumed)).errors]).toMatchObject([400, [{ field: "at" }]]);
    const at = plannedConsole.ahead(5 * minuteMs);
    const again = await answerOf(await plannedConsole.step(second, "resume", { expected: late.contract, at }));
    expect(again.steps.map(({ state }) => state)).toEqual(["scheduled", "scheduled"]);
  });

  test("a frozen environment sends nothing until it is released", async () => {
    const customer = plannedConsole.addCustomer();
    const planned = await plannedConsole.plan(customer);
    const freezeID = randomUUID();
    const freeze = (method: string, body: object, cookie = plannedConsole.administrator) =>
      plannedConsole.console.send(method, "/api/sandbox/freeze", { body: { freezeID, ...body }, cookie });
    const set = { scope: "planned", reason: "Maintenance" };
    expect((await freeze("PUT", set, plannedConsole.editor)).status).toBe(403);
    expect(await (await freeze("PUT", set)).json()).toMatchObject({
      frozen: { scope: "planned", reason: "Maintenance", createdBy: { name: "Ada de Vries" } },
    });
    plannedConsole.pass(11 * minuteMs);
    const other = plannedConsole.addCustomer();
    const direct = await plannedConsole.change(other.customerID, { plan: "professional" });
    expect(direct.status).toBe(200);
    expect(await plannedConsole.read(planned)).toMatchObject({ state: "scheduled", held: true });
    expect(plannedConsole.sent("PATCH")).toHaveLength(1);
    const released = await (await freeze("DELETE", { reason: "Done" }, await signInAgain())).json();
    expect([released.frozen, released.freezes]).toMatchObject([undefined, [{ released: { reason: "Done" } }]]);
    await plannedConsole.until(planned, ({ state }) => state === "done");
  });

  test("ending a temporary change early reverts it, and keeping it cancels the revert", async () => {
    const [short, long] = [plannedConsole.addCustomer(), plannedConsole.addCustomer()];
    const until = plannedConsole.ahead(6_000 * minuteMs);
    const [first, second] = [await plannedConsole.plan(short, { until }), await plannedConsole.plan(long, { until })];
    plannedConsole.pass(10 * minuteMs);
    for (const one of [first, second]) await plannedConsole.until(one, ({ steps }) => steps[0]?.state === "done");
    const refused = await plannedConsole.step(first, "cancel");
    expect([refused.status, await problemOf(refused)]).toMatchObject([
      409,
      { code: "planned_moved", reason: "applied" },
    ]);
    expect((await plannedConsole.step(first, "revert-now")).status).toBe(200);
    await plannedConsole.until(first, ({ state }) => state === "done");
    expect(short.contract.plan).toBe("essential");
    expect(await answerOf(await plannedConsole.step(second, "keep"))).toMatchObject({
      state: "done",
      stateReason: { code: "kept" },
    });
    plannedConsole.pass(6_100 * minuteMs);
    expect(long.contract.plan).toBe("professional");
  });

  test("lists are filtered by state, customer, time and owner", async () => {
    const [one, two] = [plannedConsole.addCustomer(), plannedConsole.addCustomer()];
    const first = await plannedConsole.plan(one, { at: plannedConsole.ahead(30 * minuteMs) });
    const second = await plannedConsole.plan(
      two,
      { at: plannedConsole.ahead(20 * minuteMs), until: plannedConsole.ahead(500 * minuteMs) },
      plannedConsole.other,
    );
    const list = async (query: string) => {
      const response = await plannedConsole.console.send("GET", `/api/sandbox/planned?open=true&${query}`, {
        cookie: plannedConsole.editor,
      });
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
    expect(
      await list(`from=${plannedConsole.ahead(400 * minuteMs)}&to=${plannedConsole.ahead(600 * minuteMs)}`),
    ).toEqual([1]);
  });
});
