import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { newCreation, nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const changed = (): NewAuditEvent => ({ actor: { kind: "console" }, action: "policy.changed", outcome: "done" });

describe.each(testDialects.map((dialect) => ({ dialect })))("tickets on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  async function person(): Promise<string> {
    const staffID = randomUUID();
    const access = { role: "editor", passwordHash: null, createdAt: 0 } as const;
    const email = `${staffID}@test.example`;
    await store.staff.add({ staffID, email, name: "Ada", ...access, environments: ["sandbox"] });
    return staffID;
  }

  test("operations are listed by their ticket in upper and lower case, with the original spelling", async () => {
    const staffID = await person();
    const add = (reference: { ticket?: string; reason?: string }, createdAt: number) =>
      store.operations.record(newCreation(staffID, { reference, createdAt }));
    await add({ ticket: "INC-1", reason: "first" }, nowMs);
    await add({ ticket: "inc-1" }, nowMs + 1);
    await add({ ticket: "INC-11" }, nowMs + 2);
    await add({ reason: "no ticket" }, nowMs + 3);
    const page = { limit: 10, offset: 0 };
    const { operations, total } = await store.operations.list({ environment: "sandbox", ticketKey: "inc-1" }, page);
    expect(total).toBe(2);
    expect(operations.map(({ ticket, reason }) => [ticket, reason])).toEqual([
      ["inc-1", null],
      ["INC-1", "first"],
    ]);
    const elsewhere = await store.operations.list({ environment: "production", ticketKey: "inc-1" }, page);
    expect(elsewhere.total).toBe(0);
  });

  test("a person's ticket stays until the person changes or clears it, and affects nobody else", async () => {
    const [ada, ben] = [await person(), await person()];
    expect(await store.currentTickets.find(ada)).toBeNull();
    await store.currentTickets.put(ada, "INC-1", 1);
    await store.currentTickets.put(ada, "INC-2", 2);
    await store.currentTickets.put(ben, "INC-3", 3);
    expect(await store.currentTickets.find(ada)).toEqual({ ticket: "INC-2", since: 2 });
    await store.currentTickets.put(ada, null, 4);
    expect(await store.currentTickets.find(ada)).toBeNull();
    expect(await store.currentTickets.find(ben)).toEqual({ ticket: "INC-3", since: 3 });
  });

  test("of two policy changes based on the same version, one is stored", async () => {
    const { version } = await store.ticketPolicy.read();
    const wanted = [
      { ticketFor: ["creations" as const], reasonFor: [], version },
      { ticketFor: [], reasonFor: ["bulk-changes" as const], version },
    ];
    const results = await Promise.all(wanted.map((one) => store.ticketPolicy.change(one, changed, nowMs)));
    const [kept, ...others] = results.filter((policy) => policy !== null);
    expect(others).toEqual([]);
    expect(await store.ticketPolicy.read()).toEqual(kept);
    expect(kept?.version).toBe(version + 1);
  });
});
