import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { migrations } from "#server/bff/store/migrations.ts";
import { type ConsoleStore, createStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { migrate } from "#server/database/migrate.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { insertOlderStaff } from "#tests/fixtures/database/insert-older-staff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const at = migrations.findIndex(({ name }) => name === "0410_planned_approvals");
const environment = "sandbox";
const time = { atMs: 10 * dayMs, local: "1970-01-11T00:00", zone: "UTC", offset: "+00:00" };
const decidedBy = { staffID: "otto", email: "otto@test.example" };

/** The approval fields that earlier versions stored in planned changes, with the states of those planned changes. */
const older = {
  none: ["scheduled", null],
  waiting: ["awaiting-approval", { digest: "d", state: "waiting", expiresAt: 3 * dayMs }],
  approved: ["scheduled", { digest: "d", state: "approved", expiresAt: 3 * dayMs, decidedBy, decidedAt: 5 }],
  rejected: [
    "cancelled",
    { digest: "d", state: "rejected", expiresAt: 3 * dayMs, decidedBy, decidedAt: 5, reason: "Too early" },
  ],
} as const;

describe.each(testDialects)("planned changes of an earlier version on %s", (dialect) => {
  let database: Database<ConsoleSchema>;
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    async fill(url) {
      const earlier = await openDatabase<ConsoleSchema>(url);
      await migrate(earlier, migrations.slice(0, at));
      await insertOlderStaff(earlier, "edith", [environment]);
      await insertOlderStaff(earlier, "otto", [environment]);
      for (const [plannedChangeID, [state, approval]] of Object.entries(older)) {
        const row = {
          plannedChangeID,
          environment,
          customerID: `c-${plannedChangeID}`,
          customerKey: `c-${plannedChangeID}`,
          companyName: "Acme",
          content: JSON.stringify({
            change: { plan: "enterprise" },
            second: null,
            at: time,
            until: null,
            reason: "Agreed by telephone",
            ticket: "INC-1",
            expected: { plan: "essential", term: "monthly" },
            graceMs: 1,
          }),
          state,
          approval: approval && JSON.stringify(approval),
          approvalExpiresAt: state === "awaiting-approval" ? 3 * dayMs : null,
          staffID: "edith",
          email: "edith@test.example",
          responsibleStaffID: "edith",
          responsibleEmail: "edith@test.example",
          digest: "d",
          version: 1,
          sortAt: 0,
          createdAt: 1,
          updatedAt: 2,
          finishedAt: state === "cancelled" ? 6 : null,
        };
        await sql`insert into ${sql.table("plannedChanges")} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
          values (${sql.join(Object.values(row))})`.execute(earlier.db);
      }
      await migrate(earlier, migrations);
      await earlier.close();
    },
    async open(url) {
      database = await openDatabase<ConsoleSchema>(url);
      store = createStore(database);
    },
    close: () => store.close(),
  });

  test("the list of all requests contains the approvals of older planned changes", async () => {
    const approvals = await Promise.all(
      Object.keys(older).map((subjectID) =>
        store.approvals.latestOf({ environment, kind: "planned", subjectID }, dayMs),
      ),
    );
    expect(approvals).toMatchObject([
      null,
      {
        state: "waiting",
        digest: "d",
        expiresAt: 3 * dayMs,
        requestedBy: { staffID: "edith", email: "edith@test.example" },
        ticket: "INC-1",
        reason: "Agreed by telephone",
      },
      { state: "approved", decidedBy, decidedAt: 5 },
      { state: "rejected", decidedBy, decisionReason: "Too early" },
    ]);
  });

  test("older planned changes are read with their approvals", async () => {
    const read = await Promise.all(
      Object.keys(older).map((plannedChangeID) => store.planned.find({ environment, plannedChangeID })),
    );
    expect(read.map((planned) => planned?.approval?.state)).toEqual([undefined, "waiting", "approved", "rejected"]);
    const latest = await store.approvals.latestOf({ environment, kind: "planned", subjectID: "waiting" }, dayMs);
    expect(read[1]?.approval?.approvalID).toBe(latest?.approvalID);
  });
});
