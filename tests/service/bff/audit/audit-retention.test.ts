import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { verifyAudit } from "#server/bff/store/audit/verify-audit.ts";
import { type ConsoleStore, createStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { newCreation, nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const probed = { actor: { kind: "console" }, action: "api.probed", outcome: "done" } as const;

describe.each(testDialects.map((dialect) => ({ dialect })))("retention of the audit log on $dialect", ({ dialect }) => {
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
  const verify = () => verifyAudit(database.db, dialect);
  const all = () => store.audit.list({}, { order: "oldest", limit: 1_000 });

  test("retention removes old events in batches, records this, and leaves a valid chain in which a removal is found", async () => {
    for (let index = 0; index < 620; index += 1) await store.audit.append(probed, nowMs + (index < 600 ? 0 : dayMs));
    const remove = () => store.retention.removeAudit(nowMs + dayMs, nowMs + 2 * dayMs, false);
    expect([await remove(), await remove(), await remove()]).toEqual([500, 100, 0]);
    expect(await verify()).toMatchObject({ rows: 22, first: 601, last: 622, breaks: [] });
    expect(await store.audit.verify(undefined)).toMatchObject({ rows: 22, first: 601, last: 622, breaks: [] });
    const olderThan = new Date(nowMs + dayMs).toISOString();
    expect((await all()).slice(-2)).toMatchObject([
      {
        action: "retention.applied",
        actor: { kind: "console" },
        after: { what: "audit", removed: 500, first: 1, last: 500, olderThan },
      },
      { action: "retention.applied", after: { removed: 100, first: 501, last: 600 } },
    ]);
    await database.db.deleteFrom("audit").where("sequence", "=", 601).execute();
    expect((await verify()).breaks).toEqual([{ sequence: 601, kind: "missing", until: 601 }]);
    expect((await store.audit.verify(undefined)).breaks).toEqual([{ sequence: 601, kind: "missing", until: 601 }]);
  });

  test("retention keeps an old event after a younger one, and an event that the receiver has not accepted yet", async () => {
    for (const at of [nowMs, nowMs, nowMs + dayMs, nowMs]) await store.audit.append(probed, at);
    const [first] = await all();
    await store.auditPush.take("lease", 1_000);
    await store.auditPush.accept("lease", { sequence: 1, hash: first?.hash ?? "" }, 1_000);
    expect(await store.retention.removeAudit(nowMs + 1, nowMs, true)).toBe(1);
    expect(await store.retention.removeAudit(nowMs + 1, nowMs, false)).toBe(1);
    expect((await all()).map(({ sequence }) => sequence)).toEqual([3, 4, 5, 6]);
    expect((await verify()).breaks).toEqual([]);
    // The push to the receiver does not wait for events that retention has removed.
    expect(await store.auditPush.position()).toMatchObject({ sequence: 2, end: 6 });
  });

  test("retention removes old finished operations, with their counts", async () => {
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
    const operationIDs = ["over", "waiting", "young"].map((name) => `${name}-${randomUUID()}`);
    for (const operationID of operationIDs) {
      const createdAt = operationID.startsWith("young") ? nowMs + dayMs : nowMs;
      await store.operations.record(newCreation(staffID, { operationID, idempotencyKey: randomUUID(), createdAt }));
    }
    const settled = database.db.updateTable("operations").set({ state: "rejected", dueAt: null });
    await settled.where("operationID", "not like", "waiting%").execute();
    expect(await store.retention.removeOperations(nowMs + 1, nowMs)).toBe(1);
    expect(await store.retention.removeOperations(nowMs + 1, nowMs)).toBe(0);
    const left = await store.operations.list({ environment: "sandbox" }, { limit: 10, offset: 0 });
    expect([left.total, left.operations.map(({ operationID }) => operationID.split("-")[0]).sort()]).toEqual([
      2,
      ["waiting", "young"],
    ]);
    expect((await all()).at(-1)).toMatchObject({
      action: "retention.applied",
      after: { what: "operations", removed: 1 },
    });
  });

  test("retention records how many requests for approval it has removed, and keeps one that waits", async () => {
    const request = (subjectID: string, expiresAt: number) => ({
      approvalID: randomUUID(),
      environment: "sandbox" as const,
      kind: "bulk" as const,
      subjectID,
      digest: "d",
      request: { title: "Bulk change", rows: 2 },
      why: [],
      ticket: null,
      reason: null,
      requestedBy: { staffID: "edith", email: "edith@test.example" },
      createdAt: nowMs,
      expiresAt,
    });
    const person = { staffID: "edith", email: "edith@test.example", name: "Edith", role: "editor" } as const;
    await store.staff.add({ ...person, environments: ["sandbox"], passwordHash: null, createdAt: nowMs });
    await store.approvals.request(request("expired", nowMs + 1), probed);
    await store.approvals.request(request("waiting", nowMs + 3 * dayMs), probed);
    const remove = () => store.retention.removeApprovals(nowMs + dayMs, nowMs + 2 * dayMs);
    expect([await remove(), await remove()]).toEqual([1, 0]);
    expect((await store.approvals.waiting("sandbox", nowMs)).map(({ subjectID }) => subjectID)).toEqual(["waiting"]);
    const olderThan = new Date(nowMs + dayMs).toISOString();
    expect((await all()).at(-1)).toMatchObject({
      action: "retention.applied",
      after: { what: "requests for approval", removed: 1, olderThan },
    });
    expect((await verify()).breaks).toEqual([]);
  });
});
