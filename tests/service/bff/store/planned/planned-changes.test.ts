import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { hourMs, minuteMs } from "#lib/contract/values/time-units.ts";
import { problemOf } from "#server/bff/core/answers/problem.ts";
import { holdRestored } from "#server/bff/store/backup/hold-restored.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { NewOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { StepKey } from "#server/bff/store/planned/planned-changes.ts";
import { cancelled } from "#server/bff/store/planned/planned-edits.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { settledStep } from "#server/bff/store/planned/planned-transitions.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { withoutLockOrder } from "#tests/fixtures/database/lock-order.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";
import { freezeOf } from "#tests/fixtures/freezes/freeze-of.ts";
import { planMany, raceForSteps, sendStep } from "#tests/fixtures/planned/claim-race.ts";
import { makePlanned } from "#tests/fixtures/planned/new-planned.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const steps = 60;

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "planned changes in the store on $dialect",
  ({ dialect }) => {
    let store: ConsoleStore;
    let aheadMs = 0;
    const edith = { staffID: randomUUID(), email: "edith@test.example" };
    const oscar = { staffID: randomUUID(), email: "oscar@test.example" };

    const database = useTestDatabase(dialect, {
      tables: "console",
      async open(url) {
        aheadMs = 0;
        store = await openStore(url, { aheadMs: () => aheadMs });
        for (const person of [edith, oscar]) {
          const account = { ...person, name: person.email, role: "editor", passwordHash: null } as const;
          await store.staff.add({ ...account, environments: ["sandbox", "production"], createdAt: 0 });
        }
      },
      close: () => store.close(),
    });

    const event = {
      actor: { kind: "staff", id: edith.staffID, email: edith.email },
      action: "planned.created",
    } as const;

    /** Plans a change. By default, the change is due in an hour. */
    async function plan(
      given: Partial<Parameters<typeof makePlanned>[1]> = {},
      responsible = edith,
    ): Promise<StoredPlanned> {
      const room = await store.planned.create(
        (nowMs) => makePlanned(responsible, { atMs: nowMs + hourMs, ...given }, nowMs),
        event,
      );
      if (room.result !== "created") throw new Error(room.result);
      return room.planned;
    }

    const due = (limit = 1_000) => store.planned.due(["sandbox", "production"], limit);
    const read = async (planned: Pick<StoredPlanned, "environment" | "plannedChangeID">) => {
      const found = await store.planned.find(planned);
      if (!found) throw new Error("it is gone");
      return found;
    };

    const operationOf = (customerID: string, operationID: string, request: object): NewOperation => ({
      operationID,
      kind: "change-contract",
      environment: "sandbox",
      actor: edith,
      bodyHash: "hash",
      customerID,
      request: { plan: "professional", ...request },
      idempotencyKey: null,
      matchKey: null,
      createdAt: Date.now(),
      dueAt: Date.now() + hourMs,
    });

    const run = (key: StepKey) => sendStep(store, key);

    test("a planned change is read back unchanged, only in its own environment, with its steps in order", async () => {
      const second = { term: "24-months" } as const;
      const planned = await plan({ untilMs: Date.now() + 20 * hourMs, second, ticket: "INC-1", reason: "why" });
      expect(await read(planned)).toEqual(planned);
      expect(await store.planned.find({ ...planned, environment: "production" })).toBeNull();
      const page = { sort: "at", ascending: true, limit: 10, offset: 0 } as const;
      const list = async (filter: object) =>
        (await store.planned.list({ environment: "sandbox", ...filter }, page)).total;
      expect(await list({ ticket: "inc-1" })).toBe(1);
      expect(await list({ ticket: "INC-2" })).toBe(0);
      expect(await list({ customerIDs: [planned.customerID] })).toBe(1);
      expect(await list({ staffID: oscar.staffID })).toBe(0);
      expect(await list({ fromMs: Date.now() + 19 * hourMs })).toBe(1);
      expect(await list({ fromMs: Date.now() + 21 * hourMs })).toBe(0);
      expect(await list({ isOpen: false })).toBe(0);
    });

    test("a customer has at most one open planned change in an environment, in upper or lower case of its ID", async () => {
      const customerID = randomUUID();
      const first = await plan({ customerID });
      const again = (given: object = {}) =>
        store.planned.create(
          (nowMs) =>
            makePlanned(edith, { atMs: nowMs + hourMs, customerID: customerID.toUpperCase(), ...given }, nowMs),
          event,
        );
      expect(await again()).toEqual({ result: "exists", plannedChangeID: first.plannedChangeID });
      expect((await again({ environment: "production" })).result).toBe("created");
      const reason = { code: "person", message: "No.", atMs: 0 } as const;
      await store.planned.change(first, (planned, nowMs) => ({ planned: cancelled(planned, reason, nowMs) }));
      expect((await again()).result).toBe("created");
      const both = await Promise.all([again({ customerID: "c-1" }), again({ customerID: "c-1" })]);
      expect(both.map(({ result }) => result).sort()).toEqual(["created", "exists"]);
    });

    test("a person and an environment have at most the allowed number of open planned changes", async () => {
      await store.close();
      store = await openStore(database.url, { maxOpen: { inEnvironment: 4, ofPerson: 3 } });
      const room = (person: typeof edith, environment: "sandbox" | "production") =>
        store.planned.create((nowMs) => makePlanned(person, { atMs: nowMs + hourMs, environment }, nowMs), event);
      for (const environment of ["sandbox", "production", "sandbox"] as const) await plan({ environment });
      expect(await room(edith, "sandbox")).toEqual({ result: "too-many-of-person" });
      await plan({}, oscar);
      await plan({}, oscar);
      expect(await room(oscar, "sandbox")).toEqual({ result: "too-many" });
      expect((await room(oscar, "production")).result).toBe("created");
    });

    test("a step is due by the clock of the store, and is sent once", async () => {
      const planned = await plan();
      expect(await due()).toEqual([]);
      const key = { ...planned, stepID: planned.steps[0]?.stepID ?? "" };
      expect(await run(key)).toBe("not claimed");
      aheadMs = hourMs;
      const [step] = await due();
      expect(step).toEqual({ environment: "sandbox", plannedChangeID: planned.plannedChangeID, stepID: key.stepID });
      expect(await run(key)).toBe("sent");
      expect(await run(key)).toBe("not claimed");
      expect((await read(planned)).state).toBe("claimed");
      // Schedules the step a second time, as a bug might do. The database refuses to send the step twice.
      await store.planned.change(key, (current, nowMs) => {
        const outcome = { kind: "waits", reason: { code: "waits", message: "" }, retryAt: nowMs } as const;
        const after = settledStep(current, key.stepID, outcome, nowMs);
        return after && { planned: after };
      });
      await expect(run(key)).rejects.toMatchObject({ code: "store_unavailable" });
    });

    test("no step is claimed after its latest time, and the step counts as overdue", async () => {
      const planned = await plan();
      aheadMs = 2 * hourMs + 60_000;
      expect(await due()).toEqual([]);
      expect(await store.planned.overdue(10)).toEqual([
        { environment: "sandbox", plannedChangeID: planned.plannedChangeID },
      ]);
      expect(await run({ ...planned, stepID: planned.steps[0]?.stepID ?? "" })).toBe("not claimed");
    });

    test("a frozen change is neither claimed nor marked, and the log says who froze it", async () => {
      const planned = await plan();
      aheadMs = hourMs;
      const [key] = await due();
      const operationID = randomUUID();
      const guards = await store.planned.guards({ ...(key as StepKey), operationID });
      const operation = operationOf(planned.customerID, operationID, {});
      expect(await store.operations.recordChange(operation, Date.now(), guards.record)).not.toBeNull();
      const set = { actor: event.actor, action: "freeze.set", outcome: "done" } as const;
      const freeze = freezeOf(edith, { scope: "planned" });
      expect(await store.freezes.add(freeze, set)).toBe("added");
      expect(await store.freezes.add(freeze, set)).toBe("exists");
      const mark = {
        dueAt: Date.now() + hourMs,
        guard: guards.mark,
        suspendsPlannedChanges: true,
        use: "apply",
      } as const;
      const marked = await store.operations.markSent(operationID, mark, Date.now());
      expect([marked.isMine, marked.operation.state]).toEqual([false, "recorded"]);
      await plan();
      expect(await due()).toEqual([]);
      expect(await store.freezes.blockOf("sandbox", "write")).toBeUndefined();
      const release = { by: edith, reason: "Done", onlyThisTime: false };
      const released = () => ({ ...set, action: "freeze.released" }) as const;
      expect(await store.freezes.release(freeze, release, released)).toBe("released");
      expect((await store.operations.markSent(operationID, mark, Date.now())).isMine).toBe(true);
      expect((await readAudit(database.url)).filter(({ action }) => action === "freeze.set")).toHaveLength(1);
    });

    test("while a freeze stops a due step, the next time is the end of the freeze", async () => {
      await plan();
      const nextInMs = () => store.planned.nextDueInMs(["sandbox", "production"]);
      aheadMs = hourMs;
      expect(await nextInMs()).toBeLessThanOrEqual(0);
      const set = { actor: event.actor, action: "freeze.set", outcome: "done" } as const;
      await store.freezes.add(freezeOf(edith, { scope: "planned", endsAt: Date.now() + aheadMs + 20 * minuteMs }), set);
      const inMs = await nextInMs();
      expect(inMs).toBeGreaterThan(0);
      expect(inMs).toBeLessThanOrEqual(20 * minuteMs);
      expect(await store.planned.nextDueInMs([])).toBeGreaterThan(20 * minuteMs);
    });

    test("a restore freezes planned changes at once, even if the clock of the restoring process is ahead", async () => {
      await plan();
      const nowMs = Date.now() + 3 * hourMs;
      const unknown = problemOf(new AppError("outcome_unknown", "Restored."), "request");
      const restored = { actor: event.actor, action: "store.restored", outcome: "done" } as const;
      // A SQLite file has one writing process.
      await store.close();
      const restoring = await openDatabase<ConsoleSchema>(database.url);
      const facts = { madeAt: "today", nowMs, unknown, event: restored };
      const held = await withoutLockOrder(() => holdRestored(restoring, facts));
      await restoring.close();
      store = await openStore(database.url, { aheadMs: () => aheadMs });
      expect(held).toMatchObject({ plannedChanges: 1, suspendedPlannedChanges: 0 });
      expect((await store.freezes.blockOf("sandbox", "apply"))?.untilMs).toBeNull();
      aheadMs = hourMs;
      expect(await due()).toEqual([]);
    });

    test("disabling or demoting a person suspends the changes that depend on their permission in the same transaction", async () => {
      const planned = await plan({ untilMs: Date.now() + 20 * hourMs });
      const others = await plan({}, oscar);
      const changed = () => ({ actor: event.actor, action: "staff.changed", outcome: "done" }) as const;
      await store.people.change(edith.staffID, { role: "viewer" }, Date.now(), changed);
      expect(await read(planned)).toMatchObject({
        state: "suspended",
        stateReason: { code: "right-lost" },
        steps: [{ state: "suspended" }, { state: "scheduled" }],
      });
      expect((await read(others)).state).toBe("scheduled");
      await store.people.change(oscar.staffID, { environments: ["production"] }, Date.now(), changed);
      expect((await read(others)).state).toBe("suspended");
    });

    test("if a person lost the permission in another way, the claim of the step finds this", async () => {
      const planned = await plan();
      aheadMs = hourMs;
      const [key] = await due();
      if (dialect === "postgres") await queryStore(database.url, `update "staff" set "disabledAt" = 1`);
      else
        await store.people.change(edith.staffID, { state: "disabled" }, Date.now(), () => ({
          ...event,
          action: "staff.disabled",
          outcome: "done",
        }));
      expect(await run(key as StepKey)).toBe("not claimed");
      expect(await read(planned)).toMatchObject({ state: "suspended", stateReason: { code: "right-lost" } });
    });

    test("another change of the customer suspends the planned change, and its own change does not", async () => {
      const [one, two] = [await plan(), await plan()];
      const operationID = randomUUID();
      await store.operations.recordChange(operationOf(one.customerID.toUpperCase(), operationID, {}), Date.now());
      expect((await read(one)).state).toBe("scheduled");
      const mark = { dueAt: Date.now(), suspendsPlannedChanges: true };
      await store.operations.markSent(operationID, mark, Date.now());
      expect(await read(one)).toMatchObject({ state: "suspended", stateReason: { code: "changed-here", operationID } });
      aheadMs = hourMs;
      expect(await run({ ...two, stepID: two.steps[0]?.stepID ?? "" })).toBe("sent");
      expect((await read(two)).state).toBe("claimed");
    });

    test("a write that does not affect planned changes does not suspend them", async () => {
      const planned = await plan();
      const operationID = randomUUID();
      await store.operations.recordChange(operationOf(planned.customerID, operationID, {}), Date.now());
      await store.operations.markSent(operationID, { dueAt: Date.now(), suspendsPlannedChanges: false }, Date.now());
      expect((await read(planned)).state).toBe("scheduled");
    });

    test("finished planned changes are removed with old operations, and open ones never are", async () => {
      const [over, open] = [await plan(), await plan()];
      const reason = { code: "person", message: "No.", atMs: 0 } as const;
      await store.planned.change(over, (planned, nowMs) => ({ planned: cancelled(planned, reason, nowMs) }));
      const laterMs = Date.now() + hourMs;
      expect(await store.retention.removePlanned(laterMs, laterMs)).toBe(1);
      expect(await store.retention.removePlanned(laterMs, laterMs)).toBe(0);
      expect(await store.planned.find(over)).toBeNull();
      expect(await store.planned.find(open)).not.toBeNull();
    });

    test.runIf(dialect === "postgres")(
      `two replicas that compete for ${steps} steps send each of them once`,
      async () => {
        const second = await openStore(database.url, { aheadMs: () => aheadMs });
        await planMany(store, steps);
        aheadMs = hourMs;
        const raced = await raceForSteps([store, second]);
        await second.close();
        expect(raced).toMatchObject({ sent: steps, twice: 0 });
      },
    );
  },
);
