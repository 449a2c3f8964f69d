import { beforeEach, expect, test } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import { createOpenStreams, type OpenStreams } from "#server/bff/access/sessions/open-streams.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

let clock: ReturnType<typeof createFakeClock>;
let open: OpenStreams;
let ended: string[];
let inForce: Map<string, readonly Environment[]>;
let fails: boolean;
let checks: number;

beforeEach(() => {
  clock = createFakeClock();
  ended = [];
  fails = false;
  checks = 0;
  inForce = new Map([
    ["a", ["sandbox"]],
    ["b", ["sandbox"]],
  ]);
  open = createOpenStreams({
    clock,
    inForce: async () => {
      checks += 1;
      if (fails) throw new Error("down");
      return inForce;
    },
  });
});

/** Sets the clock forward. Checks run every three seconds. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) await clock.advance(1_000);
}

function add(sessionHash: string, given: Environment | null = "sandbox", name = sessionHash) {
  const environment = given ?? undefined;
  const over = Promise.withResolvers<void>();
  open.add({ sessionHash, environment }, { end: (code) => void ended.push(`${name} ${code}`), over: over.promise });
  return over.resolve;
}

test("a session that ends on this replica ends all of its own streams at once, and no other stream", () => {
  add("a", "sandbox", "first");
  add("a", null, "second");
  add("b");
  open.endSession("a");
  expect(ended).toEqual(["first session_ended", "second session_ended"]);
});

test("a stream that has ended is not ended again", async () => {
  add("a")();
  await clock.advance(0);
  open.endSession("a");
  open.drain();
  expect(ended).toEqual([]);
});

test("stopping ends every stream, even a stream that begins at that time", () => {
  add("a");
  open.drain();
  add("b");
  expect(ended).toEqual(["a draining", "b draining"]);
});

test("a session that ended on another replica, or lost the environment, ends its streams within 5 s", async () => {
  add("a");
  add("a", null, "of no environment");
  add("b");
  await pass(5);
  expect(ended).toEqual([]);
  inForce.set("a", ["production"]);
  inForce.delete("b");
  await pass(5);
  expect(new Set(ended)).toEqual(new Set(["a session_ended", "b session_ended"]));
});

test("while the store cannot be read, a stream continues for a minute", async () => {
  add("a");
  fails = true;
  await pass(58);
  expect(ended).toEqual([]);
  await pass(10);
  expect(ended[0]).toBe("a store_unavailable");
});

test("after closing, no session is checked any more", async () => {
  add("a");
  await pass(4);
  open.close();
  const before = checks;
  await pass(60);
  expect([before > 0, checks, ended]).toEqual([true, before, ["a draining"]]);
});
