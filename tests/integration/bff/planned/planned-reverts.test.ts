import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { minuteMs, type PlannedConsole, startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";

// Tests the table of conflicts at the end of a temporary change, row by row.

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "the end of a temporary change on $dialect",
  ({ dialect }) => {
    let it: PlannedConsole;

    beforeAll(async () => {
      it = await startPlannedConsole({ dialect });
    });

    beforeEach(() => it.api.forget());

    afterAll(() => it.close());

    const answerOf = async (response: Response) => plannedAnswerSchema.parse(await response.json()).plannedChange;

    /** Plans a temporary change and applies it. The change lasts for 500 minutes more. */
    async function applied(cookie?: string) {
      const customer = it.addCustomer();
      const planned = await it.plan(customer, { until: it.ahead(510 * minuteMs) }, cookie);
      it.pass(10 * minuteMs);
      await it.until(planned, ({ steps }) => steps[0]?.state === "done");
      it.api.requests.length = 0;
      return { customer, planned };
    }

    const toEnd = () => it.pass(500 * minuteMs);

    test("the contract is still as the change left it: the old value is sent once", async () => {
      const { customer, planned } = await applied();
      toEnd();
      const done = await it.until(planned, ({ state }) => state === "done");
      expect(customer.contract).toEqual({ term: "monthly", plan: "essential" });
      expect(it.sent("PATCH").map(({ body }) => body)).toEqual([{ plan: "essential" }]);
      expect(done.steps[1]).toMatchObject({ original: { term: "monthly", plan: "essential" }, outcome: "done" });
    });

    test("the contract has the old value already: nothing is sent, and the revert is done", async () => {
      const { customer, planned } = await applied();
      customer.contract = { term: "monthly", plan: "essential" };
      toEnd();
      const done = await it.until(planned, ({ state }) => state === "done");
      expect(done.steps[1]).toMatchObject({ state: "done", reason: { code: "already" } });
      expect(done.steps[1]?.operationID).toBeUndefined();
      expect(it.sent("PATCH")).toEqual([]);
    });

    test.each([
      ["another value", { term: "monthly", plan: "enterprise" }],
      ["another value of the other member", { term: "36-months", plan: "professional" }],
    ])(
      "the contract has %s: the revert is suspended with the three contracts, and a person decides",
      async (_what, contract) => {
        const { customer, planned } = await applied();
        customer.contract = { ...contract };
        toEnd();
        const suspended = await it.until(planned, ({ state }) => state === "suspended");
        expect(suspended.steps[1]).toMatchObject({
          reason: { code: "contract-changed" },
          original: { term: "monthly", plan: "essential" },
          reviewed: { term: "monthly", plan: "professional" },
          found: contract,
        });
        expect(suspended.actions).toEqual(["resume", "revert-now", "keep", "take-over"]);
        expect(it.sent("PATCH")).toEqual([]);
        expect((await it.step(planned, "revert-now")).status).toBe(400);
        expect((await it.step(planned, "revert-now", { expected: contract })).status).toBe(200);
        await it.until(planned, ({ state }) => state === "done");
        expect(customer.contract).toEqual({ ...contract, plan: "essential" });
        expect(it.sent("PATCH")).toHaveLength(1);
      },
    );

    test("a suspended end can be postponed on the contract that was reviewed, and kept", async () => {
      const { customer, planned } = await applied();
      customer.contract = { term: "monthly", plan: "enterprise" };
      toEnd();
      await it.until(planned, ({ state }) => state === "suspended");
      const body = { expected: customer.contract, until: it.ahead(100 * minuteMs) };
      const postponed = await answerOf(await it.step(planned, "resume", body));
      expect(postponed.steps.map(({ state }) => state)).toEqual(["done", "scheduled"]);
      it.pass(100 * minuteMs);
      await it.until(planned, ({ state }) => state === "done");
      expect(customer.contract.plan).toBe("essential");
    });

    test("the change before the revert failed: the revert ends too", async () => {
      const customer = it.addCustomer();
      it.api.script(({ method }) => (method === "PATCH" ? { effect: "no", answer: { status: 422 } } : undefined));
      const planned = await it.plan(customer, { until: it.ahead(510 * minuteMs) });
      it.pass(10 * minuteMs);
      const failed = await it.until(planned, ({ state }) => state === "failed");
      expect(failed.steps).toMatchObject([
        { state: "failed", reason: { code: "refused" }, outcome: "refused" },
        { state: "cancelled", reason: { code: "ended-with" } },
      ]);
    });

    test("the answer to the change was lost: the revert waits until checking has settled the change", async () => {
      const customer = it.addCustomer();
      let isLost = true;
      it.api.script(({ method }) => {
        if (method === "PATCH") return { effect: "later", answer: "reset" };
        return isLost && it.sent("PATCH").length > 0 ? { effect: "no", answer: { status: 503 } } : undefined;
      });
      const planned = await it.plan(customer, { until: it.ahead(510 * minuteMs) });
      it.pass(10 * minuteMs);
      const unknown = await it.until(planned, ({ state }) => state === "unknown");
      expect(unknown.steps).toMatchObject([{ state: "unknown" }, { state: "scheduled" }]);
      it.pass(600 * minuteMs);
      expect((await it.read(planned)).steps[1]?.state).toBe("scheduled");
      it.api.script(() => undefined);
      it.api.applyLate();
      isLost = false;
      const done = await it.until(planned, ({ state }) => state === "done");
      expect(done.steps.map(({ state }) => state)).toEqual(["done", "done"]);
      expect(customer.contract.plan).toBe("essential");
    });

    test("the revert runs even if its person was disabled, and the person's other changes are suspended at once", async () => {
      const { customer, planned } = await applied(it.other);
      const waiting = await it.plan(it.addCustomer(), { at: it.ahead(480 * minuteMs) }, it.other);
      const cookie = await it.console.signIn("ada@test.example");
      const { staffID } = waiting.responsible;
      const disabled = await it.console.send("PATCH", `/api/staff/${staffID}`, { cookie, body: { state: "disabled" } });
      expect(disabled.status).toBe(200);
      expect(await it.read(waiting)).toMatchObject({ state: "suspended", stateReason: { code: "right-lost" } });
      toEnd();
      await it.until(planned, ({ state }) => state === "done");
      expect(customer.contract.plan).toBe("essential");
    });
  },
);
