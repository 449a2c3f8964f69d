import * as ironSession from "iron-session";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createSessionCookie } from "#server/bff/access/sessions/session-cookie.ts";
import { maxSessionMs } from "#server/bff/store/sessions.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";

// Unit tests share their modules (`vitest.config.ts`). Only a new copy of the tested module calls the spied function,
// so this file resets the modules.
vi.hoisted(() => vi.resetModules());
vi.mock("iron-session", { spy: true });
afterAll(() => void vi.resetModules());

const secrets = ["a secret that is long enough for a test"];

const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

let clock: ReturnType<typeof createTestClock>;
const create = () => createSessionCookie({ secrets, secure: false, clock });

beforeEach(() => {
  clock = createTestClock();
});

async function sealed(cookie: ReturnType<typeof create>): Promise<{ sessionID: string; header: string }> {
  const sessionID = cookie.newSessionID();
  return { sessionID, header: (await cookie.seal(sessionID)).split(";", 1)[0] ?? "" };
}

test("a new cookie is valid for twelve hours and no longer", async () => {
  const { sessionID, header } = await sealed(create());
  clock.advance(maxSessionMs - 1);
  expect(await create().read(header)).toMatchObject({ sessionID });
  clock.advance(1);
  expect(await create().read(header)).toBeNull();
});

test("a remembered cookie is valid no longer than a new one", async () => {
  const cookie = create();
  const { sessionID, header } = await sealed(cookie);
  clock.advance(maxSessionMs - 1_000);
  expect(await cookie.read(header)).toEqual({ sessionID, sessionHash: cookie.hash(sessionID) });
  clock.advance(999);
  expect(await cookie.read(header)).toMatchObject({ sessionID });
  clock.advance(1);
  expect(await cookie.read(header)).toBeNull();
});

test("a cookie with any one changed character gives no access", async () => {
  const cookie = create();
  const { sessionID, header } = await sealed(cookie);
  const start = header.indexOf("=") + 1;
  const opened: string[] = [];
  for (let index = start; index < header.length; index += 1) {
    // Changes one bit, which is the smallest possible change. The last characters contain bits that the signature does
    // not use, so the test replaces each of them with every other character.
    const others = index < header.length - 4 ? [String.fromCharCode(header.charCodeAt(index) ^ 1)] : [...base64url];
    for (const other of others.filter((character) => character !== header[index])) {
      const changed = header.slice(0, index) + other + header.slice(index + 1);
      if ((await create().read(changed)) !== null) opened.push(changed.slice(start));
    }
  }
  expect(opened).toEqual([]);
  expect(await cookie.read(header)).toMatchObject({ sessionID });
});

test("a value that is too long or not a seal is not unsealed", async () => {
  vi.mocked(ironSession.unsealData).mockClear();
  for (const value of [`Fe26.2*${"A".repeat(1_020)}~2`, "Fe26.2*A~3", "Fe26.2*A", "%46e26.2*A~2", ""]) {
    expect(await create().read(`switchboard=${value}`)).toBeNull();
  }
  expect(ironSession.unsealData).not.toHaveBeenCalled();
});

test("on https the cookie is bound to the host, and scripts can never read it", async () => {
  const secure = createSessionCookie({ secrets, secure: true, clock });
  const attributes = "Path=/; HttpOnly; SameSite=Lax";
  expect(await secure.seal(secure.newSessionID())).toMatch(
    new RegExp(`^__Host-switchboard=Fe26\\S+~2; ${attributes}; Secure$`),
  );
  expect(await create().seal(create().newSessionID())).toMatch(new RegExp(`^switchboard=Fe26\\S+~2; ${attributes}$`));
  expect(secure.clear()).toBe(`__Host-switchboard=; ${attributes}; Secure; Max-Age=0`);
  expect(create().clear()).toBe(`switchboard=; ${attributes}; Max-Age=0`);
});

test("the store knows a session by the SHA-256 of its ID", () => {
  expect(create().hash("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a cookie is found among others, and two cookies of its name give no access", async () => {
  const cookie = create();
  const { sessionID, header } = await sealed(cookie);
  expect(await cookie.read(`theme=dark;  ${header} ; other=1`)).toMatchObject({ sessionID });
  expect(await cookie.read(`${header}; ${header}`)).toBeNull();
  expect(await cookie.read(`x${header}`)).toBeNull();
  for (const none of [null, "", "theme=dark"]) expect(await cookie.read(none)).toBeNull();
});

test("a seal made by somebody else, or of an ID in another format, gives no access", async () => {
  const seal = (sessionID: string, password = secrets[0] ?? "") =>
    ironSession.sealData({ sessionID, time: clock.now() }, { password, ttl: 0 });
  const longID = "a".repeat(43);
  expect(await create().read(`switchboard=${await seal(longID)}`)).toMatchObject({ sessionID: longID });
  for (const sessionID of ["a".repeat(42), `${longID}a`, `b${longID}`, `${"a".repeat(42)}!`]) {
    expect(await create().read(`switchboard=${await seal(sessionID)}`)).toBeNull();
  }
  expect(await create().read(`switchboard=${await seal(longID, "another secret that is long enough")}`)).toBeNull();
  expect(() => createSessionCookie({ secrets: [], secure: false, clock })).toThrow("needs a secret");
});

test("an unsealed cookie is remembered for a minute, and at most two thousand cookies are remembered", async () => {
  const cookie = create();
  const first = await sealed(create());
  const unsealed = async (header: string) => {
    vi.mocked(ironSession.unsealData).mockClear();
    await cookie.read(header);
    return vi.mocked(ironSession.unsealData).mock.calls.length;
  };
  expect(await unsealed(first.header)).toBe(1);
  clock.advance(59_999);
  expect(await unsealed(first.header)).toBe(0);
  clock.advance(1);
  expect(await unsealed(first.header)).toBe(1);
  // Unsealing is mocked, because two thousand seals would take seconds.
  const sealedAt = clock.now();
  vi.mocked(ironSession.unsealData).mockResolvedValue({ sessionID: "b".repeat(43), time: sealedAt });
  for (let count = 1; count < 2_000; count += 1) await cookie.read(`switchboard=Fe26.2*${count}*A~2`);
  expect(await unsealed(first.header)).toBe(0);
  await cookie.read("switchboard=Fe26.2*more*A~2");
  expect(await unsealed(first.header)).toBe(1);
});
