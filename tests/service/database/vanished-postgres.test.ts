import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Pool } from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import type { PostgresLimits } from "#server/database/postgres-limits.ts";
import { startTcpRelay, type TcpRelay } from "#tests/fixtures/database/tcp-relay.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** These limits are short, so that the test is fast. Their exact values do not matter. */
const short: Partial<PostgresLimits> = { statementMs: 500, connectionMs: 2_000, closeMs: 200 };

async function openThroughRelay(limits = short): Promise<{ database: Database<unknown>; relay: TcpRelay }> {
  const { url, drop } = await createTestDatabase("postgres");
  cleanups.push(drop);
  const relay = await startTcpRelay(url);
  cleanups.push(() => relay.close());
  const database = await openDatabase<unknown>(relay.through(url), { postgres: limits });
  cleanups.push(() => database.close());
  return { database, relay };
}

const ask = ({ db }: Database<unknown>) => sql<{ one: number }>`select 1 as one`.execute(db);

const settled = (works: Promise<unknown>[]) =>
  Promise.allSettled(works).then((results) => results.map(({ status }) => status));

describe.runIf(testDialects.includes("postgres"))("a Postgres whose host has vanished", () => {
  test("no dead connection is kept: open work fails, and later work succeeds after the server has returned", async () => {
    const { database, relay } = await openThroughRelay();
    const several = () => Array.from({ length: 5 }, () => ask(database));
    await Promise.all(several());
    relay.stall();
    expect(await settled(several())).toEqual(Array(5).fill("rejected"));
    relay.heal();
    expect(await settled(several())).toEqual(Array(5).fill("fulfilled"));
  });

  test("the open transaction fails, and its connection is closed instead of reused", async () => {
    const { database, relay } = await openThroughRelay({ ...short, poolSize: 1 });
    const broken = database.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      relay.stall();
      await sql`select 2`.execute(transaction);
    });
    await expect(broken).rejects.toThrow();
    relay.heal();
    expect((await ask(database)).rows).toEqual([{ one: 1 }]);
  });

  test("code that takes connections from the pool itself gets no dead connection", async () => {
    const { database, relay } = await openThroughRelay({ ...short, poolSize: 1 });
    const pool = database.pool as Pool;
    const client = await pool.connect();
    relay.stall();
    await expect(client.query("select 1")).rejects.toThrow("too long");
    // The broken connection is released without an error, as rate-limiter-flexible does.
    client.release();
    relay.heal();
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  });

  test("a dead connection does not prevent the store from closing", async () => {
    const { database, relay } = await openThroughRelay({ ...short, statementMs: 3_600_000 });
    const waiting = ask(database);
    relay.stall();
    const stalled = ask(database);
    await database.close();
    expect(await settled([waiting, stalled])).toContain("rejected");
    await expect.poll(() => relay.open()).toBe(0);
  });
});

describe.runIf(testDialects.includes("postgres"))("a Postgres that closes its connections", () => {
  test("open statements fail, the process continues, and the database is used again at once", async () => {
    const { database, relay } = await openThroughRelay();
    const broken = database.db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      relay.drop();
      // The broken connection is detected while no statement is running.
      await setTimeout(100);
      await sql`select ${rows[0]?.pid}`.execute(transaction);
    });
    await expect(broken).rejects.toThrow();
    expect((await ask(database)).rows).toEqual([{ one: 1 }]);
  });
});

describe.runIf(testDialects.includes("postgres"))("a Postgres that was the primary before a failover", () => {
  test("the console leaves the server as soon as it has refused a write, with the reason", async () => {
    const { database } = await openThroughRelay({ ...short, poolSize: 1 });
    const write = () => sql`create table written (value int)`.execute(database.db);
    // The setting applies to this connection only. A connection to a server that has become a standby behaves in the
    // same way.
    await sql`set default_transaction_read_only = on`.execute(database.db);
    await expect(write()).rejects.toMatchObject({ code: "25006" });
    await write();
    await sql`set default_transaction_read_only = on`.execute(database.db);
    const inTransaction = database.db
      .transaction()
      .execute((transaction) => sql`insert into written values (1)`.execute(transaction));
    await expect(inTransaction).rejects.toMatchObject({ code: "25006" });
    await sql`insert into written values (2)`.execute(database.db);
  });
});

describe.runIf(testDialects.includes("postgres"))("a Postgres with few free connections", () => {
  test("the pool serves all callers in turn", async () => {
    const { url, drop } = await createTestDatabase("postgres");
    cleanups.push(drop);
    const admin = await openDatabase<unknown>(url);
    const role = `switchboard_test_${randomUUID().replaceAll("-", "")}`;
    await sql.raw(`create role ${role} login connection limit 3`).execute(admin.db);
    cleanups.push(async () => {
      await sql.raw(`drop role ${role}`).execute(admin.db);
      await admin.close();
    });
    const limited = new URL(url);
    limited.username = role;
    limited.password = "";
    const database = await openDatabase<unknown>(limited.href, { postgres: { connectionMs: 60_000 } });
    cleanups.push(() => database.close());
    const works = Array.from({ length: 100 }, () => sql`select pg_sleep(0.005)`.execute(database.db));
    expect(new Set(await settled(works))).toEqual(new Set(["fulfilled"]));
    expect(database.pool?.totalCount).toBeLessThanOrEqual(3);
  });

  test("the pool refuses a caller only after it has waited for the whole limit", async () => {
    const { url, drop } = await createTestDatabase("postgres");
    cleanups.push(drop);
    const database = await openDatabase<unknown>(url, { postgres: { poolSize: 1, connectionMs: 300 } });
    cleanups.push(() => database.close());
    const hold = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const held = database.db.transaction().execute(async () => {
      holding.resolve();
      await hold.promise;
    });
    await holding.promise;
    await expect(ask(database)).rejects.toThrow("timeout exceeded");
    const next = ask(database);
    hold.resolve();
    await held;
    expect((await next).rows).toEqual([{ one: 1 }]);
  });
});
