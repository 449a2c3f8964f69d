import * as ironSession from "iron-session";
import { beforeEach, expect, test, vi } from "vitest";
import { createSessionCookie } from "#server/bff/access/session-cookie.ts";
import { absoluteMs } from "#server/bff/store/sessions.ts";
import { createTestClock } from "#tests/fixtures/create-test-bff.ts";

vi.mock("iron-session", { spy: true });

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

test("a cookie opens for twelve hours and not a moment longer, to whoever has not seen it before", async () => {
  const { sessionID, header } = await sealed(create());
  clock.advance(absoluteMs - 1);
  expect(await create().read(header)).toBe(sessionID);
  clock.advance(1);
  expect(await create().read(header)).toBeNull();
});

test("nor to whoever remembers it", async () => {
  const cookie = create();
  const { sessionID, header } = await sealed(cookie);
  clock.advance(absoluteMs - 1_000);
  expect(await cookie.read(header)).toBe(sessionID);
  clock.advance(999);
  expect(await cookie.read(header)).toBe(sessionID);
  clock.advance(1);
  expect(await cookie.read(header)).toBeNull();
});

test("a cookie with any one of its characters changed opens nothing", async () => {
  const cookie = create();
  const { sessionID, header } = await sealed(cookie);
  const start = header.indexOf("=") + 1;
  const opened: string[] = [];
  for (let index = start; index < header.length; index += 1) {
    // One bit, the smallest change that there is; at the end, where a signature has bits to spare, every character.
    const others = index < header.length - 4 ? [String.fromCharCode(header.charCodeAt(index) ^ 1)] : [...base64url];
    for (const other of others.filter((character) => character !== header[index])) {
      const changed = header.slice(0, index) + other + header.slice(index + 1);
      if ((await create().read(changed)) !== null) opened.push(changed.slice(start));
    }
  }
  expect(opened).toEqual([]);
  expect(await cookie.read(header)).toBe(sessionID);
});

test("what is too long or no seal is not even tried", async () => {
  vi.mocked(ironSession.unsealData).mockClear();
  for (const value of [`Fe26.2*${"A".repeat(1_020)}~2`, "Fe26.2*A~3", "Fe26.2*A", "%46e26.2*A~2", ""]) {
    expect(await create().read(`switchboard=${value}`)).toBeNull();
  }
  expect(ironSession.unsealData).not.toHaveBeenCalled();
});
