import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelApi, startModelApi } from "#tests/fixtures/api/model-api.ts";
import { beginBulk, stepBulk, untilBulk } from "#tests/fixtures/bulk/killable-bulk.ts";
import { createKillableConsole, type KillableConsole } from "#tests/fixtures/console/processes/killable-console.ts";
import { createSharedClock } from "#tests/fixtures/fast-clock.ts";

let api: ModelApi;
let console: KillableConsole;

beforeAll(async () => {
  const fastSince = Date.now();
  api = await startModelApi({ now: createSharedClock(fastSince).now });
  console = await createKillableConsole(api.origin, { fastSince });
  // Starts a new process, because the first test has killed the old one.
  await console.start();
});

afterAll(async () => {
  await console.close();
  await api.close();
});

test.each([
  ["when a change has arrived but was not made", "no", "unknown"],
  ["when a change was made but not answered", "yes", "changed"],
  ["between two rows", undefined, "changed"],
] as const)(
  "a console that is killed %s continues after its restart, and sends no row twice",
  async (_when, effect, state) => {
    api.forget();
    const { bulkID, third } = await beginBulk(console, api);
    let isKilled = false;
    api.script(({ method, path }) => {
      if (isKilled || method !== "PATCH" || !path.includes(third)) return undefined;
      isKilled = true;
      if (effect === undefined) void setImmediate().then(console.kill);
      else console.kill();
      return effect && { effect, answer: "hang" };
    });
    await stepBulk(console, bulkID, "resume");
    await console.gone();

    await console.start();
    const { rows } = await untilBulk(
      console,
      bulkID,
      (answer) => answer.bulk.state === "finished" && answer.rows[2]?.state === state,
    );
    expect(rows.map((row) => row.state)).toEqual(["changed", "changed", state, "changed", "changed", "changed"]);
    const sent = api.requests.filter(({ method }) => method === "PATCH").map(({ path }) => path);
    expect(sent).toHaveLength(6);
    expect(new Set(sent).size).toBe(6);
    expect(api.customers[2]?.contract.plan).toBe(effect === "no" ? "essential" : "professional");
    if (effect === "no") expect(rows[2]?.reason).toContain("never resends it automatically");
  },
);
