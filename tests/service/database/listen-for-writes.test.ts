import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listenForWrites, writtenChannel } from "#server/database/listen-for-writes.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { postgresLimits } from "#server/database/postgres-limits.ts";
import { startTcpRelay, type TcpRelay } from "#tests/fixtures/database/tcp-relay.ts";
import { createTestDatabase, type TestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";

describe.runIf(testDialects.includes("postgres"))("the writes of other processes on postgres", () => {
  let file: TestDatabase;
  let relay: TcpRelay;
  let listening: Database<unknown>;
  let other: Database<unknown>;
  let heard: (string[] | "any")[];

  beforeEach(async () => {
    file = await createTestDatabase("postgres");
    relay = await startTcpRelay(file.url);
    listening = await openDatabase(relay.through(file.url));
    other = await openDatabase(file.url);
    heard = [];
    listening.onWritten((tables) => heard.push(tables === "any" ? tables : [...tables]));
  });
  afterEach(async () => {
    await Promise.all([listening.close(), other.close()]);
    await relay.close();
    await file.drop();
  });

  const announce = (database: Database<unknown>, table: string) =>
    database.pool?.query("select pg_notify($1, $2)", [writtenChannel, table]);

  test("a process hears the tables of other processes, and not its own tables a second time", async () => {
    expect(listening.hearsAllWrites()).toBe(false);
    listening.listen();
    await expect.poll(() => listening.hearsAllWrites()).toBe(true);
    await announce(listening, "own");
    await announce(other, "first");
    await announce(other, "second");
    await expect.poll(() => heard).toEqual(["any", ["first"], ["second"]]);
  });

  test("a notification of a transaction that is rolled back is not heard", async () => {
    listening.listen();
    await expect.poll(() => heard).toEqual(["any"]);
    const client = await other.pool?.connect();
    await client?.query("begin");
    await client?.query(`select pg_notify('${writtenChannel}', 'undone')`);
    await client?.query("rollback");
    client?.release();
    await announce(other, "kept");
    await expect.poll(() => heard).toEqual(["any", ["kept"]]);
  });

  test("after an interruption, a process listens again and expects that any table was written", async () => {
    listening.listen();
    await expect.poll(() => listening.hearsAllWrites()).toBe(true);
    relay.refuse();
    relay.drop();
    await expect.poll(() => listening.hearsAllWrites()).toBe(false);
    await announce(other, "missed");
    relay.heal();
    await expect.poll(() => heard).toEqual(["any", "any"]);
    expect(listening.hearsAllWrites()).toBe(true);
  });

  test("a closed database leaves no connection, even if it was just opening the one that listens", async () => {
    const brief = await openDatabase(relay.through(file.url));
    brief.listen();
    await brief.close();
    await expect.poll(() => relay.open()).toBe(listening.pool?.totalCount);
  });

  test("a process whose test notifications do not arrive does not rely on notifications", async () => {
    // Notifications stay in their database. So this listener is like one behind a pooler that shares connections.
    const elsewhere = await createTestDatabase("postgres");
    const connections: string[] = [];
    const through = await startTcpRelay(elsewhere.url, "127.0.0.1", (sql) => connections.push(sql));
    const { pool } = listening;
    if (!pool) throw new Error("PostgreSQL has a pool");
    const listener = listenForWrites({
      url: through.through(elsewhere.url),
      limits: postgresLimits,
      pool,
      isOwn: () => false,
      onWritten: (table) => heard.push(table === undefined ? "any" : [table]),
    });
    const attempts = () => connections.filter((sql) => sql.startsWith("listen")).length;
    // The second attempt begins after the first one has failed.
    await expect.poll(attempts, { timeout: 60_000 }).toBe(2);
    expect([listener.isListening(), heard]).toEqual([false, []]);
    await listener.close();
    await through.close();
    await elsewhere.drop();
  });
});
