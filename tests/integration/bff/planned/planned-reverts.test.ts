import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { ruleDialects, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { type PlannedConsole, startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";

// Tests what happens at the end of a temporary change, depending on what has happened since it took effect.

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "the end of a temporary change on $dialect",
  ({ dialect }) => {
    let plannedConsole: PlannedConsole;

    beforeAll(async () => {
      plannedConsole = await startPlannedConsole({ dialect });
    });

    beforeEach(() => plannedConsole.api.forget());

    afterAll(() => plannedConsole.close());

    const answerOf = async (response: Response) => plannedAnswerSchema.parse(await response.json()).plannedChange;

    /** Plans a temporary change, and waits until it is in effect. It then remains in effect for 500 minutes. */
    async function applied(cookie?: string) {
      const customer = plannedConsole.addCustomer();
      const planned = await plannedConsole.plan(customer, { until: plannedConsole.ahead(510 * minuteMs) }, cookie);
      plannedConsole.pass(10 * minuteMs);
      await plannedConsole.until(planned, ({ steps }) => steps[0]?.state === "done");
      plannedConsole.api.requests.length = 0;
      return { customer, planned };
    }

    const toEnd = () => plannedConsole.pass(500 * minuteMs);

    test("if the contract is still as the change left it, the old value is sent once", async () => {
      const { customer, planned } = await applied();
      toEnd();
      const done = await plannedConsole.until(planned, ({ state }) => state === "done");
      expect(customer.contract).toEqual({ term: "monthly", plan: "essential" });
      expect(plannedConsole.sent("PATCH").map(({ body }) => body)).toEqual([{ plan: "essential" }]);
      expect(done.steps[1]).toMatchObject({ original: { term: "monthly", plan: "essential" }, outcome: "done" });
    });

    if (!ruleDialects.includes(dialect)) return;

    test("if the contract already has the old value, nothing is sent, and the revert is done", async () => {
      const { customer, planned } = await applied();
      customer.contract = { term: "monthly", plan: "essential" };
      toEnd();
      const done = await plannedConsole.until(planned, ({ state }) => state === "done");
      expect(done.steps[1]).toMatchObject({ state: "done", reason: { code: "already" } });
      expect(done.steps[1]?.operationID).toBeUndefined();
      expect(plannedConsole.sent("PATCH")).toEqual([]);
    });

    test.each([
      ["another value", { term: "monthly", plan: "enterprise" }],
      ["another value of the other member", { term: "36-months", plan: "professional" }],
    ])(
      "if the contract has %s, the revert is suspended with the three contracts, and a person decides",
      async (_what, contract) => {
        const { customer, planned } = await applied();
        customer.contract = { ...contract };
        toEnd();
        const suspended = await plannedConsole.until(planned, ({ state }) => state === "suspended");
        expect(suspended.steps[1]).toMatchObject({
          reason: { code: "contract-changed" },
          original: { term: "monthly", plan: "essential" },
          reviewed: { term: "monthly", plan: "professional" },
          found: contract,
        });
        expect(suspended.actions).toEqual(["resume", "revert-now", "keep", "take-over"]);
        expect(plannedConsole.sent("PATCH")).toEqual([]);
        expect((await plannedConsole.step(planned, "revert-now")).status).toBe(400);
        expect((await plannedConsole.step(planned, "revert-now", { expected: contract })).status).toBe(200);
        await plannedConsole.until(planned, ({ state }) => state === "done");
        expect(customer.contract).toEqual({ ...contract, plan: "essential" });
        expect(plannedConsole.sent("PATCH")).toHaveLength(1);
      },
    );

    test("a suspended revert can be postponed on the reviewed contract, or cancelled to keep the change", async () => {
      const { customer, planned } = await applied();
      customer.contract = { term: "monthly", plan: "enterprise" };
      toEnd();
      await plannedConsole.until(planned, ({ state }) => state === "suspended");
      const body = { expected: customer.contract, until: plannedConsole.ahead(100 * minuteMs) };
      const postponed = await answerOf(await plannedConsole.step(planned, "resume", body));
      expect(postponed.steps.map(({ state }) => state)).toEqual(["done", "scheduled"]);
      plannedConsole.pass(100 * minuteMs);
      await plannedConsole.until(planned, ({ state }) => state === "done");
      expect(customer.contract.plan).toBe("essential");
    });

    test("if the change before the revert failed, the revert ends too", async () => {
      const customer = plannedConsole.addCustomer();
      plannedConsole.api.script(({ method }) =>
        method === "PATCH" ? { effect: "no", answer: { status: 422 } } : undefined,
      );
      const planned = await plannedConsole.plan(customer, { until: plannedConsole.ahead(510 * minuteMs) });
      plannedConsole.pass(10 * minuteMs);
      const failed = await plannedConsole.until(planned, ({ state }) => state === "failed");
      expect(failed.steps).toMatchObject([
        { state: "failed", reason: { code: "refused" }, outcome: "refused" },
        { state: "cancelled", reason: { code: "ended-with" } },
      ]);
    });

    test("if the answer to the change was lost, the revert waits until a check has settled the change", async () => {
      const customer = plannedConsole.addCustomer();
      let isLost = true;
      plannedConsole.api.script(({ method }) => {
        if (method === "PATCH") return { effect: "later", answer: "reset" };
        return isLost && plannedConsole.sent("PATCH").length > 0
          ? { effect: "no", answer: { status: 503 } }
          : undefined;
      });
      const planned = await plannedConsole.plan(customer, { until: plannedConsole.ahead(510 * minuteMs) });
      plannedConsole.pass(10 * minuteMs);
      const unknown = await plannedConsole.until(planned, ({ state }) => state === "unknown");
      expect(unknown.steps).toMatchObject([{ state: "unknown" }, { state: "scheduled" }]);
      plannedConsole.pass(600 * minuteMs);
      expect((await plannedConsole.read(planned)).steps[1]?.state).toBe("scheduled");
      plannedConsole.api.script(() => undefined);
      plannedConsole.api.applyLate();
      isLost = false;
      const done = await plannedConsole.until(planned, ({ state }) => state === "done");
      expect(done.steps.map(({ state }) => state)).toEqual(["done", "done"]);
      expect(customer.contract.plan).toBe("essential");
    });

    test("the revert runs even if its person was disabled, and the person's other changes are suspended at once", async () => {
      const { customer, planned } = await applied(plannedConsole.other);
      const waiting = await plannedConsole.plan(
        plannedConsole.addCustomer(),
        { at: plannedConsole.ahead(480 * minuteMs) },
        plannedConsole.other,
      );
      const cookie = await plannedConsole.console.signIn("ada@test.example");
      const { staffID } = waiting.responsible;
      const disabled = await plannedConsole.console.send("PATCH", `/api/staff/${staffID}`, {
        cookie,
        body: { state: "disabled" },
      });
      expect(disabled.status).toBe(200);
      expect(await plannedConsole.read(waiting)).toMatchObject({
        state: "suspended",
        stateReason: { code: "right-lost" },
      });
      toEnd();
      await plannedConsole.until(planned, ({ state }) => state === "done");
      expect(customer.contract.plan).toBe("essential");
    });
  },
);
