import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createSignInThrottle,
  maxFailuresAMinute,
  maxFailuresAMinuteFromNetwork,
} from "#server/bff/access/limits/sign-in-throttle.ts";
import * as passwordHash from "#server/bff/access/passwords/password-hash.ts";
import { createBrowserCookie } from "#server/bff/access/sessions/browser-cookie.ts";
import { signIn } from "#server/bff/access/sign-in/sign-in.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";

// Unit tests share their modules (`vitest.config.ts`). Only a new copy of the tested module calls the spied function,
// so this file resets the modules.
vi.hoisted(() => vi.resetModules());
vi.mock("#server/bff/access/passwords/password-hash.ts", { spy: true });
afterAll(() => void vi.resetModules());

const password = "correct horse battery";
const clock = createTestClock();
/** The number of attempts that have reached the queue for hashing. */
let queued: number;
let attempt: (email: string, given?: { password?: string; address?: string }) => Promise<void>;

beforeEach(async () => {
  queued = 0;
  const passwordHashed = await passwordHash.hashPassword(password);
  vi.mocked(passwordHash.verifyPassword).mockClear();
  const person = (email: string, given: Partial<Staff>): [string, Staff] => [
    email,
    {
      staffID: email,
      email,
      name: email,
      role: "viewer",
      environments: [],
      passwordHash: passwordHashed,
      disabledAt: null,
      ...given,
    },
  ];
  const staff = new Map([
    person("vera@test.example", {}),
    person("gone@test.example", { disabledAt: 1 }),
    person("elsewhere@test.example", { passwordHash: null }),
  ]);
  const services = {
    clock,
    log: createLog("silent"),
    throttle: createSignInThrottle(undefined, clock),
    writeLimit: { countSignIn: async () => {} },
    refusals: { record: async () => {} },
    hashing: {
      run: (work: () => Promise<unknown>) => {
        queued += 1;
        return work();
      },
    },
    cookie: { newSessionID: () => "id", hash: () => "hash", seal: async () => "cookie" },
    browserCookie: createBrowserCookie(false),
    store: {
      staff: { findByEmail: async (email: string) => staff.get(email) ?? null },
      sessions: { begin: async () => true },
      factors: { of: async () => ({ hasTotp: false, passkeys: 0, recoveryCodes: 0 }) },
      knownPlaces: { find: async () => new Set(), remember: async () => {} },
      accessPolicy: { read: async () => ({ ssoRequired: false }) },
    },
  };
  attempt = (email, { password: given = "wrong", address } = {}) =>
    signIn({
      context: {
        services,
        address,
        session: null,
        requestHeaders: new Headers(),
        responseHeaders: new Headers(),
      } as unknown as Parameters<typeof signIn>[0]["context"],
      input: { email, password: given },
    });
});

const failed = { code: "sign_in_failed" };
const tooMany = (what: string) => ({ code: "too_many_attempts", message: expect.stringContaining(what) });

test("the right password signs in", async () => {
  await expect(attempt("vera@test.example", { password })).resolves.toBeUndefined();
});

test.each([["nobody@test.example"], ["elsewhere@test.example"]])(
  "%s has no password on this console, and a password is hashed anyway",
  async (email) => {
    await expect(attempt(email)).rejects.toMatchObject(failed);
    expect(vi.mocked(passwordHash.verifyPassword).mock.calls).toEqual([["wrong", passwordHash.dummyHash]]);
  },
);

test("a disabled person's right password gets the answer to a wrong password, in the same time", async () => {
  await expect(attempt("gone@test.example", { password })).rejects.toMatchObject(failed);
  expect(passwordHash.verifyPassword).toHaveBeenCalledTimes(1);
});

test("an attempt on a blocked account takes no place in the queue", async () => {
  for (let count = 0; count < maxFailuresAMinute; count += 1) {
    await expect(attempt("vera@test.example")).rejects.toMatchObject(failed);
  }
  await expect(attempt("vera@test.example", { password })).rejects.toMatchObject(tooMany("this account"));
  expect(queued).toBe(maxFailuresAMinute);
});

describe("failed sign-ins of one address", () => {
  const address = "203.0.113.7";
  const guessAll = async () => {
    // These tests only count attempts, so no password is hashed.
    vi.mocked(passwordHash.verifyPassword).mockResolvedValue(false);
    for (let index = 0; index < maxFailuresAMinuteFromNetwork; index += 1) {
      await expect(attempt(`guess-${index}@test.example`, { address })).rejects.toMatchObject(failed);
    }
    vi.mocked(passwordHash.verifyPassword).mockReset();
  };

  test("an address is blocked after its failures, for any accounts, and no other address is", async () => {
    await guessAll();
    await expect(attempt("vera@test.example", { password, address })).rejects.toMatchObject(tooMany("your network"));
    expect(queued).toBe(maxFailuresAMinuteFromNetwork);
    await expect(attempt("vera@test.example", { password, address: "203.0.113.8" })).resolves.toBeUndefined();
    await expect(attempt("vera@test.example", { password })).resolves.toBeUndefined();
  });

  test("an address that is blocked while an attempt waits in the queue blocks no account", async () => {
    const throttle = createSignInThrottle(undefined, clock);
    const place = (email: string, network: string) => ({
      email,
      network,
      browserID: null,
      isKnownNetwork: false,
      isKnownBrowser: false,
    });
    for (let index = 0; index < maxFailuresAMinuteFromNetwork; index += 1) {
      await throttle.begin(place(`guess-${index}@test.example`, address));
    }
    for (let count = 0; count <= maxFailuresAMinute; count += 1) {
      await expect(throttle.begin(place("vera@test.example", address))).rejects.toMatchObject(tooMany("your network"));
    }
    await expect(throttle.check(place("vera@test.example", "203.0.113.8"))).resolves.toBeUndefined();
  });

  test("a successful sign-in does not count for its address", async () => {
    vi.mocked(passwordHash.verifyPassword).mockResolvedValue(true);
    for (let count = 0; count < maxFailuresAMinuteFromNetwork + 5; count += 1) {
      await expect(attempt("vera@test.example", { address })).resolves.toBeUndefined();
    }
    vi.mocked(passwordHash.verifyPassword).mockReset();
  });
});
