import { beforeEach, describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { maxAuditCount } from "#lib/contract/values/limits.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type ConsoleStore, createStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const ada = { kind: "staff", id: "s-ada", email: "ada@test.example", role: "administrator" } as const;
const ben = { kind: "staff", id: "s-ben", email: "ben@test.example", role: "editor" } as const;
const customerID = "3F2504E0-4F89-11D3-9A0C-0305E82C3301";

/** One event per day, the oldest first. Each filter must find exactly the events that it names. */
const events: readonly NewAuditEvent[] = [
  {
    actor: { kind: "anonymous" },
    action: "sign-in.failed",
    outcome: "failed",
    target: { kind: "account", id: ben.email },
  },
  { actor: ben, action: "sign-in", outcome: "done", address: "192.0.2.7", requestID: "r-2" },
  {
    actor: ben,
    action: "operation.recorded",
    outcome: "done",
    environment: "sandbox",
    target: { kind: "operation", id: "op-1" },
    ticket: "CASE-7",
    after: { kind: "change-contract", customerID },
  },
  {
    actor: ben,
    action: "operation.settled",
    outcome: "done",
    environment: "sandbox",
    target: { kind: "operation", id: "op-1" },
    after: { kind: "change-contract", customerID: customerID.toLowerCase() },
  },
  { actor: ada, action: "sign-in", outcome: "done", address: "192.0.2.9" },
  { actor: ada, action: "export.started", outcome: "done", environment: "production", after: { what: "customers" } },
];

describe.each(testDialects.map((dialect) => ({ dialect })))("the list of the audit log on $dialect", ({ dialect }) => {
  let database: Database<ConsoleSchema>;
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      database = await openDatabase<ConsoleSchema>(url);
      store = createStore(database);
    },
    close: () => store.close(),
  });

  beforeEach(async () => {
    for (const [index, event] of events.entries()) await store.audit.append(event, nowMs + index * dayMs);
  });

  const numbers = async (filter: Parameters<typeof store.audit.list>[0]) => {
    const found = await store.audit.list(filter, { order: "newest", limit: 10 });
    expect(await store.audit.count(filter)).toBe(found.length);
    return found.map(({ sequence }) => sequence);
  };

  test.each([
    ["nothing", {}, [6, 5, 4, 3, 2, 1]],
    ["a person", { actorID: "s-ben" }, [4, 3, 2]],
    ["an action", { action: "sign-in" as const }, [5, 2]],
    ["several people and actions", { actorID: ["s-ben", "s-none"], action: ["sign-in", "operation.settled"] }, [4, 2]],
    ["an environment", { environment: "production" as const }, [6]],
    ["a customer, with an ID in upper or lower case", { customerID: customerID.toLowerCase() }, [4, 3]],
    ["an e-mail address of the person or of the tried account", { text: "ben@test.example" }, [4, 3, 2, 1]],
    ["a ticket", { text: "CASE-7" }, [3]],
    ["an operation's ID", { text: "op-1" }, [4, 3]],
    ["a request ID", { text: "r-2" }, [2]],
    ["an IP address", { text: "192.0.2.9" }, [5]],
    ["part of a text", { text: "ben@test" }, []],
    ["days", { fromMs: nowMs + dayMs, toMs: nowMs + 3 * dayMs }, [3, 2]],
    ["days before the first event", { toMs: nowMs }, []],
    ["a person and an action", { actorID: "s-ben", action: "sign-in" as const }, [2]],
  ] satisfies [string, Parameters<typeof numbers>[0], number[]][])(
    "the list is filtered by %s",
    async (_what, filter, expected) => {
      expect(await numbers(filter)).toEqual(expected);
    },
  );

  test("the list continues from a number in both directions, even if a text is searched in several places", async () => {
    const part = async (order: "newest" | "oldest", beyond: number | undefined, text?: string) =>
      (await store.audit.list({ text }, { order, beyond, limit: 2 })).map(({ sequence }) => sequence);
    expect([await part("newest", undefined), await part("newest", 5), await part("newest", 1)]).toEqual([
      [6, 5],
      [4, 3],
      [],
    ]);
    expect([await part("oldest", 0), await part("oldest", 5)]).toEqual([[1, 2], [6]]);
    expect([await part("newest", undefined, ben.email), await part("newest", 3, ben.email)]).toEqual([
      [4, 3],
      [2, 1],
    ]);
  });

  test("the list is not counted above a limit", async () => {
    const row = await database.db.selectFrom("audit").selectAll().where("sequence", "=", 2).executeTakeFirstOrThrow();
    const copies = Array.from({ length: maxAuditCount }, (_, index) => ({ ...row, sequence: 100 + index }));
    for (let from = 0; from < copies.length; from += 200) {
      await database.db
        .insertInto("audit")
        .values(copies.slice(from, from + 200))
        .execute();
    }
    expect(await store.audit.count({ action: "sign-in" })).toBeNull();
  });
});
