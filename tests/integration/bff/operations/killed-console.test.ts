import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { type ModelApi, startModelApi } from "#tests/fixtures/api/model-api.ts";
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
  ["when the creation has arrived but was not made", "no", ["unknown"]],
  ["when the creation was made but not answered", "yes", ["reconciled"]],
  ["before the answer arrives", undefined, ["accepted", "reconciled"]],
] as const)("a console that is killed %s creates no second customer", async (_when, effect, states) => {
  const posts = () => api.requests.filter(({ method }) => method === "POST").length;
  const key = randomUUID();
  const body = { companyName: `Acme ${key}`, plan: "essential", term: "monthly" };
  const before = posts();
  api.script(({ method }) => {
    if (method !== "POST") return undefined;
    if (effect === undefined) void setImmediate().then(console.kill);
    else console.kill();
    return effect && { effect, answer: "hang" };
  });
  await console.create(key, body);
  await console.gone();

  await console.start();
  const again = await console.create(key, body);
  expect(again?.status).toBe(202);
  const { operation } = operationAnswerSchema.parse(again?.json);
  expect(states).toContain((await console.looked(operation.operationID)).state);
  expect(posts() - before).toBe(1);
  expect(api.customers.filter((customer) => customer.body.companyName === body.companyName)).toHaveLength(
    effect === "no" ? 0 : 1,
  );
});
