import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const event: NewAuditEvent = { actor: { kind: "console" }, action: "session.ended", outcome: "done" };

const identity = { issuer: "https://sso.example", subject: "kim" };

describe.each(testDialects.map((dialect) => ({ dialect })))(
  "single sign-on in the store on $dialect",
  ({ dialect }) => {
    let store: ConsoleStore;
    useTestDatabase(dialect, {
      tables: "console",
      open: async (url) => {
        store = await openStore(url);
      },
      close: () => store.close(),
    });

    const person = (staffID: string) => ({
      staffID,
      email: `${staffID}@company.example`,
      name: staffID,
      role: "viewer" as const,
      environments: ["sandbox" as const],
      createdAt: 1_000,
    });

    test("if several first sign-ins happen at the same time, one of them adds the person", async () => {
      const added = ["a", "b", "c", "d"].map((staffID) => store.sso.addStaff(identity, person(staffID), event));
      expect(await Promise.all(added)).toEqual([true, true, true, true]);
      const { total } = await store.people.list({ limit: 10, offset: 0 }, 1_000);
      expect(total).toBe(1);
      expect((await store.sso.findStaff(identity))?.passwordHash).toBeNull();
    });

    test("a person who can already sign in gets no further identity", async () => {
      await store.sso.addStaff(identity, person("a"), event);
      expect(await store.sso.link({ ...identity, subject: "other" }, "a", 2_000, event)).toBe(false);
    });

    test("if one logout token is used several times at once, one use ends the sessions", async () => {
      await store.sso.addStaff(identity, person("a"), event);
      const sso = { provider: "sso", ...identity, secondFactor: false, sessionID: "s-1" };
      await store.sessions.begin({ sessionHash: "one", staffID: "a", replaces: null, sso }, 1_000);
      const order = { ...identity, sessionID: "s-1", tokenHash: "token", expiresAt: 9_000 };
      const uses = await Promise.all([1, 2, 3, 4].map(() => store.sso.endSessions(order, 2_000, event)));
      expect(uses.filter((ended) => ended !== null)).toEqual([["one"]]);
      expect(await store.sessions.findActive("one", 2_000)).toBeNull();
    });
  },
);
