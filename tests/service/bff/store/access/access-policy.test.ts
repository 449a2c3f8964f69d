import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const event: NewAuditEvent = { actor: { kind: "console" }, action: "policy.changed", outcome: "done" };

describe.each(testDialects.map((dialect) => ({ dialect })))("the access policy on $dialect", ({ dialect }) => {
  let stores: ConsoleStore[];
  useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      stores = [await openStore(url)];
      if (dialect === "postgres") stores.push(await openStore(url));
    },
    async close() {
      for (const store of stores) await store.close();
    },
  });

  async function administrator(): Promise<string> {
    const staffID = randomUUID();
    await stores[0]?.staff.add({
      staffID,
      email: `${staffID}@test.example`,
      name: "Ada",
      role: "administrator",
      environments: ["sandbox"],
      passwordHash: "hash",
      createdAt: nowMs,
    });
    return staffID;
  }

  test("if a person is named as break-glass administrator and demoted at the same time, only one of the changes succeeds", async () => {
    const [first] = stores as [ConsoleStore];
    const last = stores.at(-1) as ConsoleStore;
    await administrator();
    for (let round = 0; round < 10; round += 1) {
      const staffID = await administrator();
      const before = await first.accessPolicy.read();
      const [named, demoted] = await Promise.all([
        first.accessPolicy.change({ ...before, breakGlassStaffID: staffID }, () => event, nowMs),
        last.people.change(staffID, { role: "viewer" }, nowMs, () => event),
      ]);
      expect([
        ["changed", "break-glass"],
        ["not a candidate", "changed"],
      ]).toContainEqual([named.result, demoted.result]);
    }
  });

  test("of two changes based on the same version, one is refused", async () => {
    const [first] = stores as [ConsoleStore];
    const last = stores.at(-1) as ConsoleStore;
    const before = await first.accessPolicy.read();
    const results = await Promise.all(
      [first, last].map((store) =>
        store.accessPolicy.change(
          { ...before, secondFactorRequired: !before.secondFactorRequired },
          () => event,
          nowMs,
        ),
      ),
    );
    expect(results.map(({ result }) => result).sort()).toEqual(["changed", "moved"]);
    expect((await first.accessPolicy.read()).version).toBe(before.version + 1);
  });
});
