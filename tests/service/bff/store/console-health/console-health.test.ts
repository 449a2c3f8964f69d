import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxKeptRuns } from "#server/bff/store/console-health/maintenance.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))(
  'the data of the page "Console health" on $dialect',
  ({ dialect }) => {
    let store: ConsoleStore;
    const database = useTestDatabase(dialect, {
      tables: "console",
      async open(url) {
        store = await openStore(url);
      },
      close: () => store.close(),
    });

    test("the last run of each kind is found, and the oldest runs above the limit are removed", async () => {
      for (let endedAt = 1; endedAt <= maxKeptRuns + 5; endedAt++) {
        await store.maintenance.record({ kind: "backup", endedAt, detail: { rows: endedAt } });
      }
      await store.maintenance.record({ kind: "retention", endedAt: 7, detail: { removed: 3, of: "audit" } });
      expect(await store.maintenance.last()).toEqual([
        { kind: "backup", endedAt: maxKeptRuns + 5, detail: { rows: maxKeptRuns + 5 } },
        { kind: "retention", endedAt: 7, detail: { removed: 3, of: "audit" } },
      ]);
      const kept = await queryStore(database.url, `select "endedAt" from "maintenanceRuns" where "kind" = 'backup'`);
      expect(kept).toHaveLength(maxKeptRuns);
    });

    test("a replica's second report replaces its first report, and keeps its start time", async () => {
      const replicaID = randomUUID();
      await store.replicas.beat({ replicaID, report: { version: "1" } });
      const first = (await store.replicas.list()).replicas;
      await store.replicas.beat({ replicaID, report: { version: "2" } });
      const { replicas, nowMs } = await store.replicas.list();
      expect(replicas).toMatchObject([{ replicaID, startedAt: first[0]?.startedAt, report: { version: "2" } }]);
      expect(nowMs).toBeGreaterThanOrEqual(replicas[0]?.seenAt ?? Number.POSITIVE_INFINITY);
      await store.replicas.leave(replicaID);
      expect((await store.replicas.list()).replicas).toEqual([]);
    });

    test("a replica that was not seen for long enough is removed", async () => {
      const replicaID = randomUUID();
      await store.replicas.beat({ replicaID, report: {} });
      await store.replicas.removeUnseen(60_000);
      expect((await store.replicas.list()).replicas).toHaveLength(1);
      await store.replicas.removeUnseen(0);
      expect((await store.replicas.list()).replicas).toEqual([]);
    });
  },
);
