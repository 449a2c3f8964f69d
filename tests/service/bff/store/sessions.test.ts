import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { maxIdleMs, maxSessionMs, type NewSession } from "#server/bff/store/sessions.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");
const event = (action: NewAuditEvent["action"]): NewAuditEvent => ({
  actor: { kind: "console" },
  outcome: "done",
  action,
});

describe.each(testDialects.map((dialect) => ({ dialect })))("sessions in the store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  const addPerson = async (environments: ("production" | "sandbox")[] = ["sandbox"]) => {
    const staffID = randomUUID();
    const person = { staffID, email: `${staffID}@test.example`, name: "Kim", role: "editor" as const, environments };
    await store.staff.add({ ...person, passwordHash: "hash", createdAt: nowMs });
    return staffID;
  };
  const begin = (staffID: string, sessionHash: string, own: Partial<NewSession> = {}, atMs = nowMs) =>
    store.sessions.begin({ sessionHash, staffID, replaces: null, ...own }, atMs, event("sign-in"));
  const find = (sessionHash: string, atMs = nowMs) => store.sessions.findActive(sessionHash, atMs);
  const actions = async () => (await store.audit.list({}, { order: "oldest", limit: 100 })).map(({ action }) => action);

  let kim: string;
  beforeEach(async () => {
    kim = await addPerson();
  });

  test("a session by password begins with a proof of identity, and belongs to no provider", async () => {
    await begin(kim, "a");
    expect(await find("a")).toMatchObject({ factorAt: nowMs, sso: null, hasSecondFactor: false, lastSeenAt: nowMs });
    await begin(kim, "b", { secondFactor: true, factorAt: 0 });
    expect(await find("b")).toMatchObject({ factorAt: 0, sso: null, hasSecondFactor: true });
    expect(await actions()).toEqual(["sign-in", "sign-in"]);
  });

  test("a session is returned with the current policy of second factors", async () => {
    await begin(kim, "a");
    const policyNow = async () => (await find("a"))?.factorPolicy;
    const before = await store.accessPolicy.read();
    expect(await policyNow()).toStrictEqual({ secondFactorRequired: false, ssoRequired: false });
    const change = (wanted: Partial<typeof before>, version: number) =>
      store.accessPolicy.change({ ...before, ...wanted, version }, () => event("policy.changed"), nowMs);
    expect(await change({ secondFactorRequired: true }, 0)).toMatchObject({ result: "changed" });
    expect(await policyNow()).toStrictEqual({ secondFactorRequired: true, ssoRequired: false });
    const staffID = randomUUID();
    const ada = { staffID, email: "ada@test.example", name: "Ada", role: "administrator" as const };
    await store.staff.add({ ...ada, environments: ["sandbox"], passwordHash: "hash", createdAt: nowMs });
    const named = { ssoRequired: true, breakGlassStaffID: staffID };
    expect(await change(named, 1)).toMatchObject({ result: "changed" });
    expect(await policyNow()).toStrictEqual({ secondFactorRequired: false, ...named });
  });

  test.each([true, false])(
    "a session by single sign-on stores its origin, with a second factor: %j",
    async (secondFactor) => {
      const origin = { provider: "test", issuer: "https://id.example", subject: "kim", secondFactor };
      await begin(kim, "a", { factorAt: nowMs - 5_000, sso: { ...origin, sessionID: "s-1" } });
      expect(await find("a")).toMatchObject({ factorAt: nowMs - 5_000, sso: origin, hasSecondFactor: secondFactor });
    },
  );

  test("a proof counts from the time when it was given, and a second factor stays", async () => {
    await begin(kim, "a", { factorAt: 0 });
    await begin(kim, "b", { factorAt: 0 });
    await store.sessions.proveFactor("a", nowMs + 1, event("step-up"));
    expect(await find("a")).toMatchObject({ factorAt: nowMs + 1, hasSecondFactor: false });
    await store.sessions.proveFactor("a", nowMs + 2, event("step-up"), { secondFactor: true });
    expect(await find("a")).toMatchObject({ factorAt: nowMs + 2, hasSecondFactor: true });
    await store.sessions.proveFactor("a", nowMs + 9, event("step-up"), { factorAt: nowMs + 3 });
    expect(await find("a")).toMatchObject({ factorAt: nowMs + 3, hasSecondFactor: true });
    expect(await find("b")).toMatchObject({ factorAt: 0, hasSecondFactor: false });
    expect((await actions()).filter((action) => action === "step-up")).toHaveLength(3);
  });

  test("the idle end is never after the absolute end", async () => {
    await begin(kim, "a");
    const early = await find("a");
    expect(early).toMatchObject({ idleExpiresAt: nowMs + maxIdleMs, expiresAt: nowMs + maxSessionMs });
    let at = nowMs;
    for (let session = early; session && at < nowMs + maxSessionMs - maxIdleMs; session = await find("a", at)) {
      at += maxIdleMs - 1;
      await store.sessions.touch(session, at);
    }
    const late = await find("a", at);
    expect(late).toMatchObject({ idleExpiresAt: nowMs + maxSessionMs, expiresAt: nowMs + maxSessionMs });
  });

  test("a person sees their valid sessions, the last used first, each with its network address", async () => {
    const lee = await addPerson();
    await begin(kim, "a", { address: "192.0.2.7", userAgent: "x".repeat(400) });
    await begin(kim, "b", {}, nowMs + 1);
    await begin(kim, "ended");
    await begin(lee, "other");
    await store.sessions.end("ended", nowMs);
    expect(await store.sessions.ofStaff(kim, nowMs + 2)).toEqual([
      { sessionHash: "b", createdAt: nowMs + 1, lastSeenAt: nowMs + 1, address: null, userAgent: null },
      { sessionHash: "a", createdAt: nowMs, lastSeenAt: nowMs, address: "192.0.2.7", userAgent: "x".repeat(300) },
    ]);
    expect(await store.sessions.ofStaff(kim, nowMs + maxIdleMs)).toHaveLength(1);
  });

  test("a person can end one session or all other sessions, but only their own", async () => {
    const lee = await addPerson();
    for (const hash of ["a", "b", "c"]) await begin(kim, hash);
    await begin(lee, "other");
    const end = (which: { except: string } | { sessionHash: string }) =>
      store.sessions.endOf(kim, which, nowMs, event("session.ended"));
    expect(await end({ sessionHash: "other" })).toEqual([]);
    expect(await end({ sessionHash: "a" })).toEqual(["a"]);
    expect(await end({ sessionHash: "a" })).toEqual([]);
    expect(await end({ except: "b" })).toEqual(["c"]);
    const open = await Promise.all(["a", "b", "c", "other"].map(async (hash) => (await find(hash)) !== null));
    expect(open).toEqual([false, true, false, true]);
    // Only a sign-out that ends a session is recorded.
    expect((await actions()).filter((action) => action === "session.ended")).toHaveLength(2);
  });

  test("the end of a session is recorded only if a person requested it", async () => {
    await begin(kim, "a");
    await store.sessions.end("a", nowMs, event("sign-out"));
    await begin(kim, "b");
    await store.sessions.end("b", nowMs);
    expect((await actions()).filter((action) => action !== "sign-in")).toEqual(["sign-out"]);
  });

  test("the valid sessions among a thousand are returned with their people's environments", async () => {
    const lee = await addPerson(["production", "sandbox"]);
    const hashes = Array.from({ length: 1_001 }, (_, index) => `none-${index}`);
    await begin(kim, "a");
    await begin(lee, "b");
    await begin(lee, "ended");
    await store.sessions.end("ended", nowMs);
    const asked = ["a", ...hashes, "ended", "b"];
    const found = await store.sessions.environmentsOf(asked, nowMs);
    expect([...found]).toEqual([
      ["a", ["sandbox"]],
      ["b", ["production", "sandbox"]],
    ]);
    expect((await store.sessions.environmentsOf(asked, nowMs + maxIdleMs)).size).toBe(0);
    expect((await store.sessions.environmentsOf([], nowMs)).size).toBe(0);
  });

  test("the data of an ended session are stored for a week, and removed only by a later sign-in", async () => {
    const weekMs = 7 * 24 * 60 * 60_000;
    await begin(kim, "a");
    await begin(kim, "b", {}, nowMs + weekMs);
    await expect(begin(kim, "a", {}, nowMs + weekMs)).rejects.toThrow();
    await begin(kim, "c", {}, nowMs + weekMs + 1);
    expect(await begin(kim, "a", {}, nowMs + weekMs + 1)).toBe(true);
  });

  test("a sign-in updates the person's last sign-in", async () => {
    await begin(kim, "a", {}, nowMs + 7);
    expect((await store.people.find(kim, nowMs))?.lastSignInAt).toBe(nowMs + 7);
  });
});
