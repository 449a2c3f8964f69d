import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { auditHash } from "#server/bff/store/audit/audit-hash.ts";
import { verifyAudit } from "#server/bff/store/audit/verify-audit.ts";
import { type ConsoleStore, createStore, openStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { newCreation, nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const event = (given: Partial<NewAuditEvent> = {}): NewAuditEvent => ({
  actor: { kind: "staff", id: "s-1", email: "ada@test.example", role: "administrator" },
  action: "api.probed",
  outcome: "done",
  environment: "sandbox",
  requestID: randomUUID(),
  address: "192.0.2.7",
  userAgent: "Browser",
  ...given,
});

describe.each(testDialects.map((dialect) => ({ dialect })))("the audit log on $dialect", ({ dialect }) => {
  let database: Database<ConsoleSchema>;
  let store: ConsoleStore;
  const testDatabase = useTestDatabase(dialect, {
    tables: "console",
    async open(given) {
      database = await openDatabase<ConsoleSchema>(given);
      store = createStore(database);
    },
    close: () => store.close(),
  });

  const verify = () => verifyAudit(database.db, dialect);
  const append = async (count: number) => {
    for (let index = 0; index < count; index += 1) await store.audit.append(event({ ticket: `T-${index}` }), nowMs);
  };
  const edit = (sequence: number, column: "actorEmail" | "hash" | "before", value: string) =>
    sql`update "audit" set ${sql.ref(column)} = ${value} where "sequence" = ${sequence}`.execute(database.db);
  const remove = (sequence: number) => database.db.deleteFrom("audit").where("sequence", "=", sequence).execute();

  test("the audit log returns the records of a newer version, with an action and a target that this version does not know", async () => {
    const newer = { action: "lease.extended", target: { kind: "lease", id: "l-1" } };
    await store.audit.append({ ...event(), ...newer } as unknown as NewAuditEvent, nowMs);
    await append(1);
    const [first, second] = await store.audit.list({}, { order: "oldest", limit: 10 });
    expect(first).toMatchObject(newer);
    expect(second?.previousHash).toBe(first?.hash);
    expect((await verify()).breaks).toEqual([]);
  });

  test("the audit log returns the recorded events, numbered without a gap, each linked to the previous event", async () => {
    await append(3);
    const events = await store.audit.list({}, { order: "oldest", limit: 10 });
    expect(events.map(({ sequence, ticket }) => [sequence, ticket])).toEqual([
      [1, "T-0"],
      [2, "T-1"],
      [3, "T-2"],
    ]);
    expect(events[1]).toMatchObject({
      ...event({ requestID: events[1]?.requestID ?? "" }),
      at: new Date(nowMs).toISOString(),
    });
    expect(events[2]?.previousHash).toBe(events[1]?.hash);
    expect(await verify()).toMatchObject({ rows: 3, first: 1, last: 3, breaks: [] });
    expect(
      (await store.audit.list({}, { order: "oldest", beyond: 1, limit: 1 })).map(({ sequence }) => sequence),
    ).toEqual([2]);
  });

  test("the verification finds a row that was edited", async () => {
    await append(4);
    await edit(2, "actorEmail", "somebody@else.example");
    expect((await verify()).breaks).toEqual([{ sequence: 2, kind: "edited" }]);
  });

  test("the verification finds an edit of every column, with or without a previous value", async () => {
    await append(2);
    await store.audit.append(
      event({ target: { kind: "customer", id: "c-1" }, before: { a: 1 }, after: { a: 2 }, ticket: "T-1" }),
      nowMs,
    );
    await append(1);
    const rowAt = (sequence: number) =>
      database.db.selectFrom("audit").selectAll().where("sequence", "=", sequence).executeTakeFirstOrThrow();
    for (const sequence of [2, 3]) {
      for (const [column, value] of Object.entries(await rowAt(sequence))) {
        const changed = typeof value === "number" ? value + 100 : `${value ?? ""}1`;
        const set = (to: typeof value, from: number | string) =>
          sql`update "audit" set ${sql.ref(column)} = ${to} where "sequence" = ${from}`.execute(database.db);
        await set(changed, sequence);
        const { breaks } = await verify();
        expect(breaks[0], column).toMatchObject({ sequence });
        await set(value, column === "sequence" ? changed : sequence);
        expect((await verify()).breaks).toEqual([]);
      }
    }
  });

  test("the verification finds a row that was edited together with its hash", async () => {
    await append(4);
    await edit(2, "actorEmail", "somebody@else.example");
    const row = await database.db.selectFrom("audit").selectAll().where("sequence", "=", 2).executeTakeFirstOrThrow();
    await edit(2, "hash", auditHash(row));
    expect((await verify()).breaks).toEqual([{ sequence: 3, kind: "unlinked" }]);
  });

  test("the verification finds rows that were removed at the start, in the middle and at the end", async () => {
    await append(7);
    for (const sequence of [1, 3, 4, 7]) await remove(sequence);
    expect((await verify()).breaks).toEqual([
      { sequence: 1, kind: "missing", until: 1 },
      { sequence: 3, kind: "missing", until: 4 },
      { sequence: 7, kind: "missing", until: 7 },
    ]);
  });

  test("the verification finds rows that were swapped", async () => {
    await append(4);
    const move = (from: number, to: number) =>
      sql`update "audit" set "sequence" = ${to} where "sequence" = ${from}`.execute(database.db);
    await move(2, 99);
    await move(3, 2);
    await move(99, 3);
    expect((await verify()).breaks.map(({ sequence }) => sequence)).toEqual([2, 3, 4]);
  });

  test("the verification finds a row that was added after the end, whatever its hash is", async () => {
    await append(2);
    const last = await database.db.selectFrom("audit").selectAll().where("sequence", "=", 2).executeTakeFirstOrThrow();
    const added = { ...last, sequence: 3, previousHash: last.hash };
    await database.db
      .insertInto("audit")
      .values({ ...added, hash: auditHash(added) })
      .execute();
    expect((await verify()).breaks).toEqual([{ sequence: 3, kind: "added" }]);
  });

  test("the verification finds that the whole log was emptied", async () => {
    await append(2);
    await database.db.deleteFrom("audit").execute();
    expect((await verify()).breaks).toEqual([{ sequence: 1, kind: "missing", until: 2 }]);
  });

  test("the log stays one chain when many processes record at once, also over several connections", async () => {
    const other = dialect === "postgres" ? await openStore(testDatabase.url) : store;
    const staffID = randomUUID();
    await store.staff.add({
      staffID,
      email: "ada@test.example",
      name: "Ada",
      role: "editor",
      environments: ["sandbox"],
      passwordHash: null,
      createdAt: nowMs,
    });
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const to = index % 2 === 0 ? store : other;
        return index % 3 === 0
          ? to.operations.record(newCreation(staffID, { operationID: randomUUID(), idempotencyKey: randomUUID() }))
          : to.audit.append(event(), nowMs);
      }),
    );
    if (other !== store) await other.close();
    expect(await verify()).toMatchObject({ rows: 30, first: 1, last: 30, breaks: [] });
  });

  test("no event is recorded if the change that it describes is not stored", async () => {
    const staffID = randomUUID();
    await expect(store.operations.record(newCreation(staffID))).rejects.toMatchObject({ code: "store_unavailable" });
    expect(await store.audit.list({}, { order: "oldest", limit: 10 })).toEqual([]);
  });
});
