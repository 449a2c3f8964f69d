import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import type { StoredPlanned } from "#server/bff/store/planned/planned-rows.ts";
import { type ModelCustomer, startModelApi } from "#tests/fixtures/api/model-api.ts";
import { createKillableConsole } from "#tests/fixtures/console/processes/killable-console.ts";
import { makePlanned } from "#tests/fixtures/planned/new-planned.ts";

/**
 * Kills a console with SIGKILL around the times at which planned changes begin and end. Each round has 20 temporary
 * changes. To run it: `npm run soak -- planned-kills [rounds]`. Exits with 1 if a result was wrong.
 */
const [rounds = 50] = process.argv.slice(2).map(Number);
const perRound = 20;
const api = await startModelApi();
const console = await createKillableConsole(api.origin);
const states: Record<string, number> = {};
const wrong: string[] = [];
let kills = 0;

async function withStore<T>(work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>): Promise<T> {
  // The limit is high, because one person plans all changes, and missed and suspended changes stay open.
  const store = await openStore(console.databaseUrl, { maxOpen: { inEnvironment: 100_000, ofPerson: 100_000 } });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Creates a customer and plans a temporary change, which begins in a few seconds and ends a few seconds later. */
async function plan(store: Awaited<ReturnType<typeof openStore>>): Promise<StoredPlanned> {
  const customerID = randomUUID();
  const contract = { term: "monthly", plan: "essential" };
  const customer: ModelCustomer = {
    customerID,
    jobID: randomUUID(),
    environment: "sandbox",
    createdMs: Date.now() - 1_000_000,
    contract,
    body: { companyName: `Company ${customerID}` },
  };
  api.customers.push(customer);
  const edith = await store.staff.findByEmail("edith@test.example");
  if (!edith) throw new Error("nobody plans");
  const { staffID, email } = edith;
  const room = await store.planned.create(
    (nowMs) => {
      const atMs = nowMs + 2_000 + Math.floor(Math.random() * 4_000);
      const untilMs = atMs + 20_000 + Math.floor(Math.random() * 5_000);
      return makePlanned({ staffID, email }, { atMs, untilMs, customerID, graceMs: 10 * minuteMs }, nowMs);
    },
    { actor: { kind: "staff", id: staffID }, action: "planned.created" },
  );
  if (room.result !== "created") throw new Error(room.result);
  return room.planned;
}

/** Runs a console for a random time, and then kills it. */
async function liveAndDie(maxMs: number): Promise<void> {
  await console.start();
  await setTimeout(Math.random() * maxMs);
  console.kill();
  await console.gone();
  kills += 1;
}

const isOver = ({ finishedAt, state }: StoredPlanned) =>
  finishedAt !== null || state === "suspended" || state === "missed" || state === "unknown";

async function judge(planned: StoredPlanned, sent: ReadonlyMap<string, number>): Promise<void> {
  states[planned.state] = (states[planned.state] ?? 0) + 1;
  const customer = api.customers.find(({ customerID }) => customerID === planned.customerID);
  const plan = customer?.contract.plan;
  const say = (what: string) => wrong.push(`${what}: ${planned.plannedChangeID}, ${planned.state}, on ${plan}`);
  for (const { stepID } of planned.steps) if ((sent.get(stepID) ?? 0) > 1) say("a step was sent twice");
  if (planned.state === "done" && plan !== "essential") say("done and not taken back");
  if (!isOver(planned)) say("left open");
  // A step may become `missed` only after its latest time.
  for (const step of planned.steps) {
    if (step.state === "missed" && (step.reason?.atMs ?? 0) <= step.notAfter) say("missed before its latest time");
  }
}

for (let round = 0; round < rounds; round += 1) {
  api.forget();
  const early: string[] = [];
  const planned = await withStore(async (store) => {
    const all: StoredPlanned[] = [];
    for (let index = 0; index < perRound; index += 1) all.push(await plan(store));
    return all;
  });
  api.script(({ method, path }) => {
    const own = planned.find(({ customerID }) => path.includes(customerID));
    if (method === "PATCH" && own && Date.now() < own.at.atMs) early.push(own.plannedChangeID);
    return undefined;
  });
  for (let deaths = 0; deaths < 6; deaths += 1) await liveAndDie(7_000);
  await console.start();
  for (let waited = 0; waited < 90_000; waited += 1_000) {
    await setTimeout(1_000);
    const answer = await console.send("GET", "/api/sandbox/planned?limit=100&state=scheduled,claimed");
    if ((answer?.json as { total: number } | undefined)?.total === 0) break;
  }
  console.kill();
  await console.gone();
  await withStore(async (store) => {
    for (const one of planned) {
      const page = { limit: 50, offset: 0 };
      const { operations } = await store.operations.list({ environment: "sandbox", customerID: one.customerID }, page);
      const sent = new Map<string, number>();
      for (const { request, sentAt } of operations) {
        const stepID = String(request.plannedStepID);
        if (sentAt !== null) sent.set(stepID, (sent.get(stepID) ?? 0) + 1);
      }
      await judge((await store.planned.find(one)) as StoredPlanned, sent);
    }
  });
  wrong.push(...early.map((plannedChangeID) => `sent before its time: ${plannedChangeID}`));
}
await console.close();
await api.close();
process.stdout.write(`${JSON.stringify({ rounds, planned: rounds * perRound, kills, states, wrong })}\n`);
process.exitCode = wrong.length === 0 ? 0 : 1;
