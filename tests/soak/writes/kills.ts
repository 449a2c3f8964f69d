import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { startModelApi } from "#tests/fixtures/api/model-api.ts";
import { createKillableConsole } from "#tests/fixtures/console/processes/killable-console.ts";

/**
 * Kills a console with SIGKILL at a random time during a creation. Starts the console again, and repeats the request
 * with its key. To run it: `npm run soak -- kills [count]`. Exits with 1 if a result was wrong.
 */
const [count = 100] = process.argv.slice(2).map(Number);
const api = await startModelApi();
const console = await createKillableConsole(api.origin);
const states: Record<string, number> = {};
const wrong: string[] = [];
let unanswered = 0;

/** Measures the duration of a creation on this machine. The kills happen within this duration or shortly after it. */
async function measure(): Promise<number> {
  await console.start();
  const startedAt = performance.now();
  await console.create(randomUUID(), { companyName: "Measured", plan: "essential", term: "monthly" });
  const durationMs = performance.now() - startedAt;
  console.kill();
  await console.gone();
  return durationMs;
}

const latestKillMs = 1.2 * (await measure());

for (let index = 0; index < count; index += 1) {
  const key = randomUUID();
  const body = { companyName: `Company ${index}`, plan: "essential", term: "monthly", reference: key };
  api.forget();
  await console.start();
  const first = console.create(key, body);
  await setTimeout(Math.random() * latestKillMs);
  console.kill();
  await console.gone();
  if ((await first) === undefined) unanswered += 1;

  await console.start();
  const again = await console.create(key, body);
  const { operation } = operationAnswerSchema.parse(again?.json);
  const { state, customerID } = await console.looked(operation.operationID);
  states[state] = (states[state] ?? 0) + 1;
  const ids = api.customers.map((customer) => customer.customerID);
  const isUndone = state === "unknown" || state === "rejected";
  const isRight = isUndone ? ids.length === 0 : ids.length === 1 && ids[0] === customerID;
  if (!isRight) wrong.push(`${index}: ${state}, ${ids.length} customers`);
  console.kill();
  await console.gone();
}
await console.close();
await api.close();
process.stdout.write(`${JSON.stringify({ kills: count, latestKillMs, unanswered, states, wrong }, null, 2)}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
