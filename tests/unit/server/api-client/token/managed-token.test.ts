import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createManagedToken, type MintedToken, type TokenCaller } from "#server/api-client/token/managed-token.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

/** A token that the test issues by hand: `mints[n].resolve(…)`. */
function setUp(lifetimeMs = 900_000) {
  const clock = createFakeClock();
  const mints: (PromiseWithResolvers<MintedToken> & { caller: TokenCaller })[] = [];
  const token = createManagedToken({
    clock,
    random: () => 0,
    mint: (caller) => {
      const mint = { ...Promise.withResolvers<MintedToken>(), caller };
      mints.push(mint);
      caller.signal.addEventListener("abort", () => mint.reject(caller.signal.reason));
      return mint.promise;
    },
  });
  const caller = (signal = new AbortController().signal) => ({ requestID: "test", signal });
  const grant = async (index: number, name: string) => {
    mints[index]?.resolve({ token: name, lifetimeMs });
    await setImmediate();
  };
  return { clock, mints, token, caller, grant };
}

async function withFirstToken(lifetimeMs?: number) {
  const set = setUp(lifetimeMs);
  const first = set.token.current(set.caller());
  await set.grant(0, "first");
  await first;
  return set;
}

test("one request for a token serves 1,000 simultaneous callers", async () => {
  const { token, mints, caller, grant } = setUp();
  const all = Promise.all(Array.from({ length: 1_000 }, () => token.current(caller())));
  await grant(0, "first");
  expect(new Set(await all)).toEqual(new Set(["first"]));
  expect(mints).toHaveLength(1);
});

test("a caller that aborts stops waiting, and the others still get the token", async () => {
  const { token, mints, caller, grant } = setUp();
  const leaving = new AbortController();
  const left = token.current(caller(leaving.signal));
  const stayed = token.current(caller());
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  expect(mints[0]?.caller.signal.aborted).toBe(false);
  await grant(0, "first");
  await expect(stayed).resolves.toBe("first");
});

test("a request for a token continues when all callers have left, and its token is stored", async () => {
  const { token, mints, caller, grant } = setUp();
  const leaving = new AbortController();
  const left = token.current(caller(leaving.signal));
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  await grant(0, "first");
  await expect(token.current(caller())).resolves.toBe("first");
  expect(mints).toHaveLength(1);
});

test("from the time of renewal on, calls use the old token while one new token is requested", async () => {
  const { clock, token, mints, caller, grant } = await withFirstToken(900_000);
  await clock.advance(810_000 - 1);
  expect(await token.current(caller())).toBe("first");
  expect(mints).toHaveLength(1);
  await clock.advance(1);
  expect(await Promise.all([token.current(caller()), token.current(caller())])).toEqual(["first", "first"]);
  expect(mints).toHaveLength(2);
  expect(token.status()).toMatchObject({ state: "valid", renewing: true, minted: 1 });
  await grant(1, "second");
  expect(await token.current(caller())).toBe("second");
  expect(token.status()).toMatchObject({ state: "valid", renewing: false, minted: 2 });
});

test("a call waits for a new token instead of sending one that is about to expire", async () => {
  const { clock, token, caller, grant } = await withFirstToken(900_000);
  await clock.advance(899_000);
  expect(token.status().state).toBe("expired");
  const next = token.current(caller());
  await grant(1, "second");
  expect(await next).toBe("second");
});

test("the lifetime of a token is counted from before its request", async () => {
  const { clock, token, caller, grant } = setUp(100_000);
  const first = token.current(caller());
  await clock.advance(40_000);
  await grant(0, "first");
  await first;
  expect(token.status().expiresAt).toBe(new Date(clock.now() + 60_000).toISOString());
});

test("no caller notices a failed renewal in the background, and it is not repeated at once", async () => {
  const { clock, token, mints, caller, grant } = await withFirstToken(900_000);
  await clock.advance(820_000);
  await token.current(caller());
  mints[1]?.reject(new Error("no"));
  await setImmediate();
  expect(await token.current(caller())).toBe("first");
  expect(mints).toHaveLength(2);
  await clock.advance(5_000);
  expect(await token.current(caller())).toBe("first");
  await grant(2, "second");
  expect(await token.current(caller())).toBe("second");
});

test("the closer the end of a token is, the sooner a failed renewal is repeated", async () => {
  const { clock, token, mints, caller } = await withFirstToken(900_000);
  await clock.advance(895_000);
  await token.current(caller());
  mints[1]?.reject(new Error("no"));
  await setImmediate();
  await clock.advance(1_000);
  expect(await token.current(caller())).toBe("first");
  expect(mints).toHaveLength(3);
});

test("a failed request for a token fails its waiting callers, and the next call tries again", async () => {
  const { token, mints, caller, grant } = setUp();
  const both = Promise.allSettled([token.current(caller()), token.current(caller())]);
  mints[0]?.reject(new Error("no"));
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const next = token.current(caller());
  await grant(1, "second");
  expect(await next).toBe("second");
});

test("many 401s with one token cause one new token", async () => {
  const { token, mints, caller, grant } = await withFirstToken();
  const replaced = Promise.all(Array.from({ length: 100 }, () => token.replace("first", caller())));
  await grant(1, "second");
  expect(new Set(await replaced)).toEqual(new Set(["second"]));
  expect(mints).toHaveLength(2);
});

test("a late 401 uses the token that is already there", async () => {
  const { token, mints, caller, grant } = await withFirstToken();
  const replaced = token.replace("first", caller());
  await grant(1, "second");
  await replaced;
  expect(await token.replace("first", caller())).toBe("second");
  expect(mints).toHaveLength(2);
});

test("no call gets a refused token while its successor is requested", async () => {
  const { token, mints, caller, grant } = await withFirstToken();
  const replaced = token.replace("first", caller());
  const other = token.current(caller());
  await grant(1, "second");
  expect(await Promise.all([replaced, other])).toEqual(["second", "second"]);
  expect(mints).toHaveLength(2);
});

test("setting the machine's clock ten minutes ahead causes at most one renewal, and no wait", async () => {
  const { clock, token, mints, caller } = await withFirstToken(900_000);
  clock.jump(600_000);
  expect(await token.current(caller())).toBe("first");
  expect(mints).toHaveLength(1);
  clock.jump(300_000);
  expect(token.status().state).toBe("expired");
  token.current(caller()).catch(() => {});
  expect(mints).toHaveLength(2);
});

test("setting the machine's clock ten minutes back does not delay a renewal", async () => {
  const { clock, token, mints, caller, grant } = await withFirstToken(900_000);
  clock.jump(-600_000);
  expect(token.status().expiresAt).toBe(new Date(clock.now() + 900_000).toISOString());
  await clock.advance(809_999);
  expect(await token.current(caller())).toBe("first");
  expect(mints).toHaveLength(1);
  await clock.advance(1);
  expect(await token.current(caller())).toBe("first");
  await grant(1, "second");
  expect(await token.current(caller())).toBe("second");
});

test("consecutive refused tokens are replaced ten times, and after that once every ten seconds", async () => {
  const { clock, token, mints, caller } = setUp();
  const mintNext = async (asking: Promise<string | undefined>) => {
    const number = mints.length;
    mints[number - 1]?.resolve({ token: `token ${number}`, lifetimeMs: 900_000 });
    return asking;
  };
  let held = await mintNext(token.current(caller()));
  for (let refusals = 0; refusals < 10; refusals += 1) {
    const asking = token.replace(held ?? "", caller());
    await setImmediate();
    held = await mintNext(asking);
  }
  expect(mints).toHaveLength(11);
  expect(await token.replace(held ?? "", caller())).toBeUndefined();
  await clock.advance(9_999);
  expect(await token.replace(held ?? "", caller())).toBeUndefined();
  await clock.advance(1);
  const asking = token.replace(held ?? "", caller());
  await setImmediate();
  expect(mints).toHaveLength(12);
  await expect(mintNext(asking)).resolves.toBe("token 12");
});

test("closing ends a running request for a token with a typed error, and the status never contains the token", async () => {
  const { token, caller } = setUp();
  const waiting = token.current(caller());
  token.close();
  await expect(waiting).rejects.toMatchObject({ code: "draining" });
  expect(token.status()).toEqual({ state: "none", renewing: false, minted: 0 });
  const held = await withFirstToken();
  expect(JSON.stringify(held.token.status())).not.toContain("first");
});
