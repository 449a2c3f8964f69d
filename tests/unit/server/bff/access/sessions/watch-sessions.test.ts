import { beforeEach, expect, test } from "vitest";
import { watchSessions } from "#server/bff/access/sessions/watch-sessions.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

type Watched = { sessionHash: string; environment: "sandbox" };

let clock: ReturnType<typeof createFakeClock>;
let streams: Set<Watched>;
/** The sessions that were ended: for each the session ID, the reason, and the seconds until the end. */
let ends: [string, "ended" | "unchecked", number][];
/** How the store behaves: it answers, it fails, or it never answers. */
let store: "well" | "not" | "never";
let inForce: Set<string>;

beforeEach(() => {
  clock = createFakeClock();
  [streams, ends, store, inForce] = [new Set(), [], "well", new Set(["ada", "ben"])];
});

function watch() {
  const end = (why: "ended" | "unchecked") => (one: Watched) => {
    streams.delete(one);
    ends.push([one.sessionHash, why, clock.monotonic() / 1_000]);
  };
  return watchSessions<Watched>({
    clock,
    closing: new AbortController().signal,
    inForce: async (hashes) => {
      if (store === "not") throw new Error("the store is down");
      if (store === "never") await new Promise(() => {});
      return new Map(hashes.filter((hash) => inForce.has(hash)).map((hash) => [hash, ["sandbox"]]));
    },
    watched: () => streams,
    ended: end("ended"),
    unchecked: end("unchecked"),
  });
}

const open = (sessionHash: string) => streams.add({ sessionHash, environment: "sandbox" });

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) await clock.advance(1_000);
}

test.each(["not", "never"] as const)("a store that does %s answer ends a stream after about a minute", async (how) => {
  const sessions = watch();
  open("ada");
  sessions.start();
  await pass(30);
  store = how;
  await pass(55);
  expect(ends).toEqual([]);
  await pass(25);
  expect(ends).toEqual([["ada", "unchecked", expect.any(Number)]]);
  // No session is left to check, so nothing waits for the clock.
  expect(clock.sleepers()).toBe(0);

  store = "well";
  open("ben");
  sessions.start();
  await pass(120);
  expect(ends).toHaveLength(1);
});

test("a store that is available again within a minute ends no session, however often it fails", async () => {
  open("ada");
  watch().start();
  for (let time = 0; time < 5; time += 1) {
    store = time % 2 ? "not" : "never";
    await pass(40);
    store = "well";
    await pass(20);
  }
  expect(ends).toEqual([]);
});

test("a new session has its own minute", async () => {
  open("ada");
  watch().start();
  store = "not";
  await pass(45);
  open("ben");
  await pass(30);
  expect(ends.map(([who]) => who)).toEqual(["ada"]);
  await pass(40);
  expect(ends.map(([who]) => who)).toEqual(["ada", "ben"]);
});

test("an ended session ends its streams at the next check, even if the check before hung", async () => {
  open("ada");
  open("ben");
  watch().start();
  await pass(10);
  store = "never";
  inForce.delete("ada");
  await pass(4);
  store = "well";
  await pass(14);
  expect(ends).toEqual([["ada", "ended", expect.any(Number)]]);
});
