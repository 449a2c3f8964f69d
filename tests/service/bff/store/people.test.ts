import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const event: NewAuditEvent = { actor: { kind: "console" }, action: "staff.changed", outcome: "done" };

describe.each(testDialects.map((dialect) => ({ dialect })))("people in the store on $dialect", ({ dialect }) => {
  let stores: ConsoleStore[];
  let url: string;
  useTestDatabase(dialect, {
    tables: "console",
    async open(opened) {
      url = opened;
      // The test uses two replicas if the database allows two.
      stores = [await openStore(url)];
      if (dialect === "postgres") stores.push(await openStore(url));
    },
    async close() {
      for (const store of stores) await store.close();
    },
  });

  test("if two administrators are demoted at the same time, one stays administrator", async () => {
    const [first] = stores as [ConsoleStore];
    for (let round = 0; round < 10; round += 1) {
      const ids: string[] = [randomUUID(), randomUUID()];
      for (const staffID of ids) {
        await first.staff.add({
          staffID,
          email: `${staffID}@test.example`,
          name: "Ada",
          role: "administrator",
          environments: ["sandbox"],
          passwordHash: "hash",
          createdAt: nowMs,
        });
      }
      const before = await first.people.list({ limit: 100, offset: 0 }, nowMs);
      for (const { staffID, role } of before.people) {
        if (role === "administrator" && !ids.includes(staffID)) {
          await first.people.change(staffID, { role: "viewer" }, nowMs, () => event);
        }
      }
      const results = await Promise.all(
        ids.map((staffID, index) =>
          stores[index % stores.length]?.people.change(staffID, { role: "viewer" }, nowMs, () => event),
        ),
      );
      expect(results.map((changed) => changed?.result).sort()).toEqual(["changed", "last administrator"]);
    }
  });

  test("an administrator who signs in only at a provider counts as another one while this provider is configured", async () => {
    const person = (name: string) => ({
      staffID: randomUUID(),
      email: `${name}@test.example`,
      name,
      role: "administrator" as const,
      environments: ["sandbox" as const],
      createdAt: nowMs,
    });
    const [local, sso] = [person("local"), person("sso")];
    const [without] = stores as [ConsoleStore];
    await without.staff.add({ ...local, passwordHash: "hash" });
    await without.sso.addStaff({ issuer: "https://id.test.example", subject: "sso" }, sso, event);
    const demote = (store: ConsoleStore, { staffID }: { staffID: string }) =>
      store.people.change(staffID, { role: "viewer" }, nowMs, () => event);
    expect((await demote(without, local)).result).toBe("last administrator");
    /** Opens the store with this provider. First closes the earlier stores, because a SQLite file has one writer. */
    const openWith = async (issuer: string) => {
      await Promise.all(stores.map((store) => store.close()));
      const store = await openStore(url, { canSignInFrom: (one) => one === issuer });
      stores = [store];
      return store;
    };
    const elsewhere = await openWith("https://new.test.example");
    expect((await demote(elsewhere, local)).result).toBe("last administrator");
    const configured = await openWith("https://id.test.example");
    expect((await demote(configured, local)).result).toBe("changed");
    // Now the administrator with single sign-on is the only one who can sign in.
    expect((await demote(configured, sso)).result).toBe("last administrator");
  });
});
