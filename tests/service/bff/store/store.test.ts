import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { maxIdleMs, maxSessionMs } from "#server/bff/store/sessions.ts";
import type { NewStaff } from "#server/bff/store/staff.ts";
import { disableStaff } from "#tests/fixtures/console/disable-staff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const nowMs = Date.parse("2026-11-20T12:00:00Z");

function person(given: Partial<NewStaff> = {}): NewStaff {
  const staffID = randomUUID();
  return {
    staffID,
    email: `${staffID}@test.example`,
    name: 'O\'Neil & "Söhne"',
    role: "editor",
    environments: ["sandbox"],
    passwordHash: null,
    createdAt: nowMs,
    ...given,
  };
}

describe.each(testDialects.map((dialect) => ({ dialect })))("the console's store on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const database = useTestDatabase(dialect, {
    tables: "console",
    async open(url) {
      store = await openStore(url);
    },
    close: () => store.close(),
  });

  const begin = async (staff: NewStaff, sessionHash: string, atMs = nowMs, replaces: string | null = null) => {
    await store.sessions.begin({ sessionHash, staffID: staff.staffID, replaces }, atMs);
    return sessionHash;
  };

  test("the store returns people as they were added", async () => {
    const staff = person();
    expect(await store.staff.add(staff)).toBe(true);
    expect(await store.staff.findByEmail(staff.email)).toEqual({
      ...staff,
      kind: "person",
      emailUnverified: null,
      disabledAt: null,
      lastSignInAt: null,
      activatedAt: staff.passwordHash === null ? null : staff.createdAt,
    });
    expect(await store.staff.findByEmail("nobody@test.example")).toBeNull();
  });

  test("the store accepts each e-mail address once", async () => {
    const staff = person();
    await store.staff.add(staff);
    expect(await store.staff.add(person({ email: staff.email, name: "Another" }))).toBe(false);
    expect((await store.staff.findByEmail(staff.email))?.name).toBe(staff.name);
  });

  test("the store adds a first administrator only if there is none", async () => {
    await store.staff.add(person());
    expect(await store.staff.addFirstAdministrator(person({ role: "administrator" }))).toBe(true);
    expect(await store.staff.addFirstAdministrator(person({ role: "administrator" }))).toBe(false);
  });

  test("a session is valid from its start until its idle end or its absolute end", async () => {
    const staff = person();
    await store.staff.add(staff);
    const hash = await begin(staff, "a");
    expect(await store.sessions.findActive(hash, nowMs)).toMatchObject({
      staff: { staffID: staff.staffID, role: "editor", environments: ["sandbox"] },
      idleExpiresAt: nowMs + maxIdleMs,
      expiresAt: nowMs + maxSessionMs,
    });
    expect(await store.sessions.findActive(hash, nowMs + maxIdleMs - 1)).not.toBeNull();
    expect(await store.sessions.findActive(hash, nowMs + maxIdleMs)).toBeNull();
    expect(await store.sessions.findActive("b", nowMs)).toBeNull();
  });

  test("a session of a disabled person is not valid", async () => {
    const staff = person();
    await store.staff.add(staff);
    const hash = await begin(staff, "a");
    await store.close();
    await disableStaff(database.url, staff.email);
    store = await openStore(database.url);
    expect(await store.sessions.findActive(hash, nowMs)).toBeNull();
    expect((await store.staff.findByEmail(staff.email))?.disabledAt).toBe(0);
  });

  test("the permissions of a person or an API client end with that person or client", async () => {
    const staff = person();
    await store.staff.add(staff);
    const event = { actor: { kind: "console" as const }, action: "client.created" as const, outcome: "done" as const };
    const may = (staffID: string, environment: Environment, atMs = nowMs) =>
      store.staff.hasPermission({ staffID, permission: "contracts.change", environment }, atMs);
    const addClient = async (expiresAt: number | null) => {
      const clientID = randomUUID();
      const given = {
        name: "Nightly",
        role: "editor" as const,
        environments: ["production" as const],
        addresses: null,
      };
      const key = { keyEnd: "abcd", keyHash: clientID, createdBy: staff.staffID, createdAt: nowMs, expiresAt };
      await store.apiClients.add({ clientID, ...given, ...key }, event);
      return clientID;
    };
    const [lasting, expiring] = [await addClient(null), await addClient(nowMs + 1_000)];
    expect([await may(staff.staffID, "sandbox"), await may(staff.staffID, "production")]).toEqual([true, false]);
    expect([await may(lasting, "production"), await may(lasting, "sandbox")]).toEqual([true, false]);
    expect([await may(expiring, "production"), await may(expiring, "production", nowMs + 1_000)]).toEqual([
      true,
      false,
    ]);
    await store.apiClients.revoke(lasting, nowMs, event);
    await store.people.change(staff.staffID, { state: "disabled" }, nowMs, () => event);
    for (const one of [lasting, staff.staffID, randomUUID()]) {
      expect([await may(one, "production"), await may(one, "sandbox")]).toEqual([false, false]);
    }
  });

  test("nobody can sign in with a password or a role that was changed during the sign-in", async () => {
    const staff = person({ passwordHash: "first" });
    await store.staff.add(staff);
    const signIn = (sessionHash: string, passwordHash: string | null) =>
      store.sessions.begin({ sessionHash, staffID: staff.staffID, replaces: null, passwordHash }, nowMs);
    expect(await signIn("a", "first")).toBe(true);
    for (const stale of ["other", null]) expect(await signIn("b", stale)).toBe(false);
    const event = () => ({
      actor: { kind: "console" as const },
      action: "staff.disabled" as const,
      outcome: "done" as const,
    });
    await store.people.change(staff.staffID, { state: "disabled" }, nowMs, event);
    expect(await signIn("c", "first")).toBe(false);
    await store.people.change(staff.staffID, { state: "active" }, nowMs, event);
    for (const hash of ["a", "b", "c"]) expect(await store.sessions.findActive(hash, nowMs)).toBeNull();
    expect(await signIn("d", "first")).toBe(true);
  });

  test("a sign-in while the person is disabled leaves no session", async () => {
    const staff = person({ passwordHash: "first" });
    await store.staff.add(staff);
    const event = () => ({
      actor: { kind: "console" as const },
      action: "staff.disabled" as const,
      outcome: "done" as const,
    });
    for (let round = 0; round < 20; round += 1) {
      const begin = () =>
        store.sessions.begin(
          { sessionHash: `race-${round}`, staffID: staff.staffID, replaces: null, passwordHash: "first" },
          nowMs,
        );
      const disable = () => store.people.change(staff.staffID, { state: "disabled" }, nowMs, event);
      await Promise.all(round % 2 === 0 ? [begin(), disable()] : [disable(), begin()]);
      await store.people.change(staff.staffID, { state: "active" }, nowMs, event);
      expect(await store.sessions.findActive(`race-${round}`, nowMs)).toBeNull();
    }
  });

  test("a request shortly after another request writes nothing", async () => {
    const staff = person();
    await store.staff.add(staff);
    const session = await store.sessions.findActive(await begin(staff, "a"), nowMs + 499);
    if (!session) throw new Error("The session should be in force");
    expect(await store.sessions.touch(session, nowMs + 499)).toBe(session);
    expect((await store.sessions.touch(session, nowMs + 500)).lastSeenAt).toBe(nowMs + 500);
  });

  test("activity extends the idle end, but never the absolute end", async () => {
    const staff = person();
    await store.staff.add(staff);
    const hash = await begin(staff, "a");
    let atMs = nowMs;
    while (atMs + maxIdleMs < nowMs + maxSessionMs) {
      atMs += maxIdleMs - 1;
      const session = await store.sessions.findActive(hash, atMs);
      if (!session) break;
      expect((await store.sessions.touch(session, atMs)).lastSeenAt).toBe(atMs);
    }
    expect(atMs).toBeGreaterThan(nowMs + maxSessionMs - maxIdleMs);
    expect(await store.sessions.findActive(hash, nowMs + maxSessionMs - 1)).not.toBeNull();
    expect(await store.sessions.findActive(hash, nowMs + maxSessionMs)).toBeNull();
  });

  test("activity does not restore an ended session", async () => {
    const staff = person();
    await store.staff.add(staff);
    const hash = await begin(staff, "a");
    const session = await store.sessions.findActive(hash, nowMs + 10_000);
    await store.sessions.end(hash, nowMs + 10_000);
    if (session) await store.sessions.touch(session, nowMs + 11_000);
    expect(await store.sessions.findActive(hash, nowMs + 11_000)).toBeNull();
  });

  test("activity with an old time does not move a session back", async () => {
    const staff = person();
    await store.staff.add(staff);
    const hash = await begin(staff, "a");
    const early = await store.sessions.findActive(hash, nowMs + 1);
    const late = await store.sessions.findActive(hash, nowMs + 60_000);
    if (!early || !late) throw new Error("The session should be in force");
    await store.sessions.touch(late, nowMs + 60_000);
    await store.sessions.touch(early, nowMs + 2_000);
    expect((await store.sessions.findActive(hash, nowMs + 60_000))?.lastSeenAt).toBe(nowMs + 60_000);
  });

  test("a new session ends only the session that it replaces", async () => {
    const staff = person();
    await store.staff.add(staff);
    const [first, elsewhere] = [await begin(staff, "a"), await begin(staff, "b")];
    const second = await begin(staff, "c", nowMs + 1_000, first);
    const found = await Promise.all(
      [first, elsewhere, second].map((hash) => store.sessions.findActive(hash, nowMs + 1_000)),
    );
    expect(found.map((session) => session !== null)).toEqual([false, true, true]);
  });

  test("sessions of last week are removed at the next sign-in", async () => {
    const staff = person();
    await store.staff.add(staff);
    const hash = await begin(staff, "a");
    await begin(staff, "b", nowMs + 8 * 24 * 60 * 60_000);
    await expect(begin(staff, hash, nowMs + 8 * 24 * 60 * 60_000)).resolves.toBe(hash);
  });

  test("the store opens again with all of its content", async () => {
    const staff = person();
    await store.staff.add(staff);
    await begin(staff, "a");
    await store.close();
    store = await openStore(database.url);
    expect(await store.sessions.findActive("a", nowMs)).not.toBeNull();
  });

  test("a database error becomes the store's own error", async () => {
    await store.close();
    await expect(store.staff.findByEmail("a@test.example")).rejects.toMatchObject({
      name: "AppError",
      code: "store_unavailable",
    });
    await expect(store.proveWritable()).rejects.toMatchObject({ code: "store_unavailable" });
    store = await openStore(database.url);
  });
});
