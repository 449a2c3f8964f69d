import { beforeEach, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { beginSession } from "#server/bff/access/sessions/begin-session.ts";
import type { NewSession } from "#server/bff/store/sessions.ts";

type Given = Parameters<typeof beginSession>;

const staff = {
  staffID: "kim",
  email: "kim@test.example",
  name: "Kim",
  role: "administrator" as const,
  environments: [],
  passwordHash: "hash of password",
  disabledAt: null,
};
let begun: { session: NewSession; nowMs: number; events: NewAuditEvent[] }[];
let headers: Headers;
let policy: { ssoRequired: boolean; breakGlassStaffID?: string };
let begins: boolean;

beforeEach(() => {
  begun = [];
  headers = new Headers();
  policy = { ssoRequired: false };
  begins = true;
});

function begin(how?: Given[2], session: { sessionHash: string } | null = null) {
  const services = {
    clock: { now: () => 7 },
    cookie: {
      newSessionID: () => "new",
      hash: (id: string) => `hash of ${id}`,
      seal: async (id: string) => `sealed ${id}`,
    },
    store: {
      accessPolicy: { read: async () => policy },
      sessions: {
        begin: async (given: NewSession, nowMs: number, ...events: NewAuditEvent[]) => {
          begun.push({ session: given, nowMs, events });
          return begins;
        },
      },
    },
  };
  const requestHeaders = new Headers({ "user-agent": "Firefox" });
  const context = { services, session, requestHeaders, responseHeaders: headers, address: "192.0.2.7", requestID: "r" };
  return beginSession(context as unknown as Given[0], staff, how);
}

const sso = { provider: "test", issuer: "https://id.example", subject: "kim", secondFactor: true, sessionID: "s" };

test("a sign-in creates a new session ID, ends the browser's old session, and records where the session began", async () => {
  await begin({ secondFactor: true, factorAt: 3, after: { method: "password" } }, { sessionHash: "old" });
  expect(begun[0]).toMatchObject({
    nowMs: 7,
    session: {
      sessionHash: "hash of new",
      staffID: "kim",
      passwordHash: "hash of password",
      replaces: "old",
      address: "192.0.2.7",
      userAgent: "Firefox",
      secondFactor: true,
      factorAt: 3,
    },
  });
  const actor = { kind: "staff", id: "kim", email: "kim@test.example", role: "administrator" };
  expect(begun[0]?.events).toEqual([
    {
      actor,
      requestID: "r",
      address: "192.0.2.7",
      userAgent: "Firefox",
      action: "sign-in",
      outcome: "done",
      after: { method: "password" },
    },
  ]);
  expect(headers.get("set-cookie")).toBe("sealed new");
});

test("a sign-in without further facts records no second factor, and replaces no session", async () => {
  await begin();
  expect(begun[0]?.session).not.toHaveProperty("secondFactor");
  expect(begun[0]?.session.replaces).toBeNull();
  expect(begun[0]?.events[0]).not.toHaveProperty("after");
});

test("no cookie is sent if the store creates no session", async () => {
  begins = false;
  await expect(begin()).rejects.toMatchObject({ code: "sign_in_failed" });
  expect(headers.has("set-cookie")).toBe(false);
});

test("if single sign-on is required, only the break-glass administrator can sign in without it, and this is recorded", async () => {
  policy = { ssoRequired: true, breakGlassStaffID: "lee" };
  await expect(begin()).rejects.toMatchObject({ code: "sso_required" });
  expect(begun).toEqual([]);
  await begin({ sso });
  expect(begun[0]?.session.sso).toEqual(sso);
  policy = { ssoRequired: true, breakGlassStaffID: "kim" };
  await begin();
  await begin({ sso });
  expect(begun.map(({ events }) => events.map(({ action }) => action))).toEqual([
    ["sign-in"],
    ["sign-in", "break-glass.used"],
    ["sign-in"],
  ]);
  expect(begun[1]?.events[1]).toMatchObject({ outcome: "done", target: { kind: "staff", id: "kim" }, requestID: "r" });
});
