import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { draftKeptMs } from "#lib/contract/draft.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { linkMs } from "#server/bff/access/staff/one-time-link.ts";
import { knownPlaceMs } from "#server/bff/store/known-places.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const event: NewAuditEvent = { actor: { kind: "console" }, action: "staff.invited", outcome: "done" };

// `docs/guide/personal-data.md` describes the rules. The tests of the audit log's retention cover the configured number
// of days.
describe.each(testDialects.map((dialect) => ({ dialect })))(
  "data that the store on $dialect removes",
  ({ dialect }) => {
    let store: ConsoleStore;
    const database = useTestDatabase(dialect, {
      tables: "console",
      open: async (url) => {
        store = await openStore(url);
      },
      close: () => store.close(),
    });

    const column = async (table: string, name: string) =>
      (await queryStore(database.url, `select "${name}" from "${table}" order by "${name}"`)).map((row) => row[name]);
    const person = (staffID: string) => ({
      staffID,
      email: `${staffID}@test.example`,
      name: staffID,
      role: "viewer" as const,
      environments: ["sandbox" as const],
    });
    const link = (tokenHash: string, createdAt: number) => ({ tokenHash, createdAt, expiresAt: createdAt + linkMs });
    const signIn = (sessionHash: string, atMs: number) =>
      store.sessions.begin(
        { sessionHash, staffID: "ada", replaces: null, address: "192.0.2.7", userAgent: "Browser" },
        atMs,
      );

    test("the guide has a row for every table", async () => {
      const guide = readFileSync("docs/guide/personal-data.md", "utf8");
      const sql =
        dialect === "sqlite"
          ? `select "name" from sqlite_master where "type" = 'table' and "name" not like 'sqlite_%'`
          : `select table_name as "name" from information_schema.tables where table_schema = 'public'`;
      const tables = (await queryStore(database.url, sql)).map(({ name }) => String(name));
      expect(tables).toContain("sessions");
      expect(tables.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
    });

    test("a session more than a week old is removed at the next sign-in, with its address and browser", async () => {
      await store.people.invite(person("ada"), link("token", nowMs), event);
      await signIn("old", nowMs);
      await signIn("young", nowMs + 7 * dayMs);
      expect(await column("sessions", "sessionHash")).toEqual(["old", "young"]);
      await signIn("new", nowMs + 7 * dayMs + 1);
      expect(await column("sessions", "sessionHash")).toEqual(["new", "young"]);
    });

    test("an expired invitation is removed with the next invitation, also of another person", async () => {
      await store.people.invite(person("ada"), link("first", nowMs), event);
      await store.people.invite(person("ben"), link("second", nowMs + linkMs - 1), event);
      expect(await column("invitations", "tokenHash")).toEqual(["first", "second"]);
      await store.people.invite(person("cleo"), link("third", nowMs + linkMs), event);
      expect(await column("invitations", "tokenHash")).toEqual(["second", "third"]);
      const replaced = { reset: false };
      await store.people.openLink("cleo", link("fourth", nowMs + 2 * linkMs), replaced, event);
      expect(await column("invitations", "tokenHash")).toEqual(["fourth"]);
    });

    test("a known browser is removed after half a year without use", async () => {
      await store.knownPlaces.remember("account", ["old"], nowMs);
      await store.knownPlaces.remember("other", ["young"], nowMs + knownPlaceMs - 1);
      expect(await column("knownPlaces", "placeHash")).toEqual(["old", "young"]);
      await store.knownPlaces.remember("third", ["new"], nowMs + knownPlaceMs);
      expect(await column("knownPlaces", "placeHash")).toEqual(["new", "young"]);
    });

    test("a draft is removed after a week without a change", async () => {
      await store.people.invite(person("ada"), link("token", nowMs), event);
      await store.drafts.put("ada", "old", {}, nowMs);
      await store.drafts.put("ada", "young", {}, nowMs + 1);
      expect(await store.drafts.removeExpired(nowMs + draftKeptMs)).toBe(1);
      expect(await column("drafts", "key")).toEqual(["young"]);
    });

    test("a used logout token is removed when it has expired", async () => {
      const order = (tokenHash: string, expiresAt: number) => ({ issuer: "https://sso.example", tokenHash, expiresAt });
      await store.sso.endSessions({ ...order("old", nowMs + 10), subject: "kim" }, nowMs, event);
      await store.sso.endSessions({ ...order("new", nowMs + 99), subject: "kim" }, nowMs + 11, event);
      expect(await column("logoutTokens", "tokenHash")).toEqual(["new"]);
    });
  },
);
