import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { changeLimitHourMs } from "#lib/contract/values/operations/change-limit-values.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import type { NewOperation } from "#server/bff/store/operations/operation-rows.ts";
import type { Settlement } from "#server/bff/store/operations/operations.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "the change limit in the store on $dialect",
  ({ dialect }) => {
    let stores: ConsoleStore[] = [];
    let store: ConsoleStore;
    let aheadMs = 0;
    const ada = { staffID: randomUUID(), email: "ada@test.example" };
    const emil = { staffID: randomUUID(), email: "emil@test.example" };
    const event = { actor: { kind: "staff", id: ada.staffID }, action: "policy.changed", outcome: "done" } as const;

    const database = useTestDatabase(dialect, {
      tables: "console",
      async open(url) {
        aheadMs = 0;
        // Three replicas on PostgreSQL. Only one process opens a SQLite file.
        const count = dialect === "postgres" ? 3 : 1;
        stores = await Promise.all(Array.from({ length: count }, () => openStore(url, { aheadMs: () => aheadMs })));
        store = stores[0] as ConsoleStore;
        for (const person of [ada, emil]) {
          const account = { ...person, name: person.email, role: "administrator", passwordHash: null } as const;
          await store.staff.add({ ...account, environments: ["sandbox", "production"], createdAt: 0 });
        }
      },
      async close() {
        for (const one of stores) await one.close();
      },
    });

    async function setLimit(sandbox: number | null) {
      const { version, production } = await store.changeLimits.policy();
      expect(await store.changeLimits.changePolicy({ version, production, sandbox }, () => event, 0)).not.toBeNull();
    }

    async function record(given: Partial<NewOperation> = {}): Promise<string> {
      const operation: NewOperation = {
        operationID: randomUUID(),
        kind: "change-contract",
        environment: "sandbox",
        actor: ada,
        bodyHash: "hash",
        customerID: randomUUID(),
        request: { plan: "professional" },
        idempotencyKey: null,
        matchKey: null,
        createdAt: Date.now(),
        dueAt: Date.now() + changeLimitHourMs,
        ...given,
      };
      await store.operations.record(operation);
      return operation.operationID;
    }
    const mark = (operationID: string, on = store, use: "write" | "apply" | "revert" = "write") =>
      on.operations.markSent(operationID, { dueAt: Date.now() + changeLimitHourMs, use }, Date.now());
    const sent = async (given: Partial<NewOperation> = {}) => (await mark(await record(given))).isMine;
    const settle = (operationID: string, settlement: Settlement) =>
      store.operations.settle(operationID, ["sent"], settlement, Date.now());

    test("all replicas together mark exactly as many writes as sent as the limit allows, and refuse the next one", async () => {
      await setLimit(20);
      const operationIDs = await Promise.all(Array.from({ length: 40 }, () => record()));
      const marked = await Promise.all(operationIDs.map((id, index) => mark(id, stores[index % stores.length])));
      expect(marked.filter(({ isMine }) => isMine)).toHaveLength(20);
      const refused = marked.filter(({ isMine }) => !isMine);
      expect(refused.every(({ operation, limit }) => operation.state === "recorded" && limit?.allowed === 20)).toBe(
        true,
      );
      expect(await sent()).toBe(false);
      expect(await sent({ actor: emil })).toBe(true);
      expect(await sent({ environment: "production" })).toBe(true);
    });

    test("a customer counts once in an hour, also with an ID in capital letters, and does not count an hour after its last change", async () => {
      await setLimit(2);
      const [first, second] = [randomUUID(), randomUUID()];
      expect([await sent({ customerID: first }), await sent({ customerID: second })]).toEqual([true, true]);
      aheadMs = changeLimitHourMs / 2;
      expect(await sent({ customerID: first.toUpperCase() })).toBe(true);
      const { limit } = await mark(await record());
      expect(limit).toMatchObject({ allowed: 2, environment: "sandbox" });
      const expectedMs = Date.now() + changeLimitHourMs;
      expect(Math.abs((limit?.nextMs ?? 0) - expectedMs)).toBeLessThan(30_000);
      // The change of the second customer is more than an hour old. The first customer was changed again since.
      aheadMs = changeLimitHourMs + 1;
      expect([await sent(), await sent()]).toEqual([true, false]);
    });

    test("a write that was refused or not sent does not count, and a write with an unknown result counts", async () => {
      await setLimit(1);
      const unknown = await record();
      const refused = await record();
      expect((await mark(refused)).isMine).toBe(true);
      expect((await mark(unknown)).isMine).toBe(false);
      await settle(refused, { state: "rejected" });
      expect((await mark(unknown)).isMine).toBe(true);
      await settle(unknown, { state: "unknown", dueAt: Date.now() });
      expect(await sent()).toBe(false);
    });

    test("a new customer counts once, before and after it gets its ID", async () => {
      await setLimit(2);
      const creation = { kind: "create-customer", createsCustomer: true, customerID: null };
      const created = await record(creation);
      expect((await mark(created)).isMine).toBe(true);
      const customerID = randomUUID();
      await settle(created, { state: "accepted", customerID });
      expect([await sent({ customerID }), await sent(creation), await sent()]).toEqual([true, true, false]);
    });

    test("reverts are neither limited nor counted", async () => {
      await setLimit(1);
      expect((await mark(await record(), store, "revert")).isMine).toBe(true);
      expect((await mark(await record(), store, "apply")).isMine).toBe(true);
      expect((await mark(await record(), store, "apply")).isMine).toBe(false);
      expect((await mark(await record(), store, "revert")).isMine).toBe(true);
    });

    test("a limit that is set later counts the changes of the last hour", async () => {
      expect([await sent(), await sent()]).toEqual([true, true]);
      await setLimit(2);
      expect(await sent()).toBe(false);
      await setLimit(null);
      expect(await sent()).toBe(true);
    });

    test("a release allows more changes for an hour, and a request is released only once", async () => {
      await setLimit(1);
      expect(await sent()).toBe(true);
      const ask = (reason: string, options?: { isAutomatic: boolean }) => {
        const requestID = randomUUID();
        return store.changeLimits.ask(
          { requestID, environment: "sandbox", person: ada, reason },
          { ...event, action: "change-limit.asked", target: { kind: "change-limit", id: requestID } },
          options,
        );
      };
      const request = await ask("Price change");
      expect(await ask("The bulk change is paused.", { isAutomatic: true })).toEqual(request);
      expect(await ask("Price change of today")).toMatchObject({
        requestID: request.requestID,
        reason: "Price change of today",
      });
      // The log names the request that a colleague can release, also after asking again.
      const asked = (await readAudit(database.url)).filter(({ action }) => action === "change-limit.asked");
      expect(asked.map(({ target }) => target?.id)).toEqual([request.requestID, request.requestID]);
      const release = (on: ConsoleStore) =>
        on.changeLimits.release(
          request.requestID,
          { by: emil, customers: 2, reason: "Checked", isEmergency: false },
          { ...event, action: "change-limit.released" },
        );
      const released = await Promise.all([...stores, store].map(release));
      expect(released.filter((one) => one !== null)).toHaveLength(1);
      expect([await sent(), await sent(), await sent()]).toEqual([true, true, false]);
      expect(await store.changeLimits.usageOf({ environment: "sandbox", staffID: ada.staffID })).toMatchObject({
        limit: 1,
        allowed: 3,
        changed: 3,
        remaining: 0,
        hasRelease: true,
      });
      expect(await store.changeLimits.waiting("sandbox")).toEqual([]);
    });

    test("a request that nobody has released is not listed after a day", async () => {
      const requestID = randomUUID();
      await store.changeLimits.ask(
        { requestID, environment: "sandbox", person: ada, reason: "Price change" },
        { ...event, action: "change-limit.asked", target: { kind: "change-limit", id: requestID } },
      );
      expect(await store.changeLimits.waiting("sandbox")).toMatchObject([{ requestID }]);
      aheadMs = dayMs + 1;
      expect(await store.changeLimits.waiting("sandbox")).toEqual([]);
    });
  },
);
