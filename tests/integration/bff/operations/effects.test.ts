import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bulkAnswerSchema, bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import { importAnswerSchema, importRowsSchema } from "#lib/contract/operations/imports.ts";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { maxEffectMs } from "#server/bff/store/operations/operation-effects.ts";
import { createEffectWorld, type EffectWorld } from "#tests/fixtures/effects/effect-world.ts";
import { fileOf } from "#tests/fixtures/imports/import-console.ts";

const second = 1_000;
const minute = 60 * second;

let world: EffectWorld;

beforeEach(async () => {
  world = await createEffectWorld();
  await world.restart();
});

afterEach(() => world.close());

async function changed(customerID: string, body: object) {
  const answer = await world.change(customerID, body);
  if (!answer) throw new Error("the process died");
  return answer;
}

const lists = () => world.api.requests.filter(({ method, path }) => method === "GET" && path === "/customers");

describe("an accepted change that takes effect later", () => {
  test.each([0.3, 1.5, 40])(
    "a change that takes effect after %f s is running until then, and done once a read has shown it",
    async (afterS) => {
      world.api.delayEffects(() => afterS * second);
      const { customerID } = world.addCustomer();
      const sentMs = world.now();
      const { status, operation } = await changed(customerID, { term: "12-months" });
      const { operationID } = operation;
      expect({ status, outcome: operation.outcome, effect: operation.effect }).toEqual({
        status: 202,
        outcome: "running",
        effect: "awaited",
      });
      for (let atMs = sentMs; atMs < sentMs + afterS * second; atMs += 250) {
        await world.passTo(atMs);
        expect((await world.shown(operationID)).outcome).toBe("running");
      }
      await world.passTo(world.now() + (afterS < 10 ? 4 : 32) * second);
      const shown = await world.shown(operationID);
      expect(shown).toMatchObject({ outcome: "done", state: "accepted", after: { term: "12-months" } });
      expect(Date.parse(shown.confirmedAt ?? "")).toBeGreaterThanOrEqual(sentMs + afterS * second);
      const events = await world.store.audit.list({ action: "operation.verified" }, { order: "oldest", limit: 10 });
      expect(events.map(({ target }) => target?.id)).toEqual([operationID]);
    },
  );

  test("a change that never takes effect is running for a day, then unknown with its reason, and is not read any more", async () => {
    world.api.delayEffects(() => Number.POSITIVE_INFINITY);
    const { customerID } = world.addCustomer();
    const { operation } = await changed(customerID, { term: "12-months" });
    const sentMs = world.now();
    await world.passTo(sentMs + 5 * minute);
    const waiting = await world.shown(operation.operationID);
    expect(waiting).toMatchObject({ outcome: "running", finding: { message: expect.stringContaining("Monthly") } });
    expect(waiting.nextLookAt).toBeDefined();
    await world.untilDecided();
    const shown = await world.shown(operation.operationID);
    expect(shown).toMatchObject({ outcome: "unknown", effect: "not-seen", state: "accepted" });
    expect(shown.finding?.message).toContain("has not taken effect");
    expect(shown.nextLookAt).toBeUndefined();
    expect(world.now() - sentMs).toBeGreaterThanOrEqual(maxEffectMs);
    const asked = lists().length;
    await world.passTo(world.now() + minute);
    expect(lists()).toHaveLength(asked);
  });

  test("the next process reads the change when its own process was killed", async () => {
    world.api.delayEffects(() => 40 * second);
    const { customerID } = world.addCustomer();
    const { operation } = await changed(customerID, { plan: "enterprise" });
    world.kill();
    await world.restart();
    await world.passTo(world.now() + 2 * minute);
    expect(await world.shown(operation.operationID)).toMatchObject({ outcome: "done" });
  });

  test("a change whose job has succeeded is running until it takes effect", async () => {
    let isDone = false;
    const { customerID } = world.addCustomer();
    const jobID = randomUUID();
    world.api.script(({ method, path }) => {
      if (method === "PATCH") return { effect: "later", answer: { status: 202, body: { jobID } } };
      if (path !== `/jobs/${jobID}`) return undefined;
      const status = isDone ? "succeeded" : "running";
      return { effect: "no", answer: { status: 200, body: { jobID, customerID, status } } };
    });
    const { operation } = await changed(customerID, { term: "12-months" });
    isDone = true;
    await world.passTo(world.now() + 10 * second);
    const waiting = await world.shown(operation.operationID);
    expect(waiting).toMatchObject({ outcome: "running", effect: "awaited", job: { state: "succeeded" } });
    world.api.applyLate();
    await world.passTo(world.now() + 30 * second);
    expect(await world.shown(operation.operationID)).toMatchObject({ outcome: "done", after: { term: "12-months" } });
  });
});

describe("a later change of the same customer", () => {
  test("a later change ends a waiting change of the same member as superseded, and no other change", async () => {
    world.api.delayEffects(({ body }) => (body.plan === "professional" ? second : Number.POSITIVE_INFINITY));
    const { customerID } = world.addCustomer();
    const first = await changed(customerID, { plan: "enterprise" });
    const other = await changed(customerID, { term: "12-months" });
    await world.passTo(world.now() + 10 * second);
    const last = await changed(customerID, { plan: "professional" });
    await world.passTo(world.now() + 10 * second);
    expect(await world.shown(first.operation.operationID)).toMatchObject({ outcome: "superseded" });
    expect(await world.shown(other.operation.operationID)).toMatchObject({ outcome: "running" });
    expect(await world.shown(last.operation.operationID)).toMatchObject({ outcome: "done" });
  });

  test("a later change also supersedes an unknown change, so that a person can settle it", async () => {
    world.api.delayEffects(({ body }) => (body.plan === "professional" ? second : Number.POSITIVE_INFINITY));
    const { customerID } = world.addCustomer();
    const first = await changed(customerID, { plan: "enterprise" });
    await world.untilDecided();
    expect(await world.shown(first.operation.operationID)).toMatchObject({ outcome: "unknown" });
    await changed(customerID, { plan: "professional" });
    await world.passTo(world.now() + 10 * second);
    expect(await world.shown(first.operation.operationID)).toMatchObject({ outcome: "superseded" });
  });

  test("an earlier change stays done if its effect was read just before the later change was sent", async () => {
    world.api.delayEffects(({ body }) => (body.plan === "enterprise" ? 300 : Number.POSITIVE_INFINITY));
    const { customerID } = world.addCustomer();
    const first = await changed(customerID, { plan: "enterprise" });
    await world.passTo(world.now() + 500);
    await changed(customerID, { plan: "professional" });
    await world.passTo(world.now() + 10 * second);
    expect(await world.shown(first.operation.operationID)).toMatchObject({ outcome: "done" });
  });
});

test("a customer counts as created when the list shows it, not when the API's answer says so", async () => {
  world.api.delayEffects(() => 40 * second);
  const body = { companyName: "Acme", plan: "essential", term: "monthly", adminUser: { email: "anna@acme.example" } };
  const answer = await world.until(world.create(randomUUID(), body));
  const { operationID, outcome } = operationAnswerSchema.parse(answer?.json).operation;
  expect(outcome).toBe("running");
  const sentMs = world.now();
  await world.passTo(sentMs + 35 * second);
  expect(await world.shown(operationID)).toMatchObject({ outcome: "running", effect: "awaited" });
  await world.passTo(sentMs + 2 * minute);
  expect(await world.shown(operationID)).toMatchObject({ outcome: "done", confirmedAt: expect.any(String) });
});

test.each(["the same", "another"])(
  "customers that are close together in the list are read together, with at most two pages a second, if the list writes their IDs in %s letter case",
  async (letterCase) => {
    const count = 60;
    world.api.delayEffects(() => 20 * second);
    const customers = Array.from({ length: count }, () => world.addCustomer());
    const changes = [];
    for (const { customerID } of customers) changes.push(await changed(customerID, { term: "12-months" }));
    if (letterCase === "another")
      for (const customer of customers) customer.customerID = customer.customerID.toUpperCase();
    await world.untilDecided();
    for (const { operation } of changes) {
      expect((await world.shown(operation.operationID)).outcome).toBe("done");
    }
    const inBackground = lists().filter(({ query }) => !query.has("searchTerm"));
    // If each operation sent its own requests, there would be at least five requests per operation.
    expect(inBackground.length).toBeGreaterThan(0);
    expect(inBackground.length).toBeLessThan(count);
  },
);

describe("a bulk change at an API where no change takes effect", () => {
  async function bulkOf(customerIDs: readonly string[]) {
    const change = { term: "12-months" };
    const body = { change, source: { kind: "ids", customerIDs } };
    const answer = await world.until(world.send("POST", "/api/sandbox/bulk", body));
    return bulkAnswerSchema.parse(answer?.json).bulk.bulkID;
  }

  async function read(bulkID: string) {
    const answer = await world.until(world.send("GET", `/api/sandbox/bulk/${bulkID}?limit=100`));
    return bulkDetailSchema.parse(answer?.json);
  }

  async function until(bulkID: string, state: string, maxMs: number) {
    for (const untilMs = world.now() + maxMs; world.now() < untilMs; ) {
      const { bulk } = await read(bulkID);
      if (bulk.state === state) return bulk;
      await world.passTo(world.now() + 5 * second);
    }
    throw new Error(`not ${state}`);
  }

  const step = (bulkID: string, name: string) => world.until(world.send("POST", `/api/sandbox/bulk/${bulkID}/${name}`));

  test("the bulk change pauses after 10 minutes at the first customer, and gives the reason", async () => {
    world.api.delayEffects(() => Number.POSITIVE_INFINITY);
    const ids = [world.addCustomer(), world.addCustomer()].map(({ customerID }) => customerID);
    const bulkID = await bulkOf(ids);
    await until(bulkID, "checked", minute);
    const startedMs = world.now();
    await step(bulkID, "resume");
    const paused = await until(bulkID, "paused", 12 * minute);
    expect(world.now() - startedMs).toBeGreaterThanOrEqual(10 * minute);
    expect(paused).toMatchObject({ pausedFrom: "first", reason: { code: "not-verified" }, counts: { accepted: 1 } });
    expect(world.api.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  });

  test("the bulk change sends the rest without waiting for verification, and its rows follow their operations", async () => {
    world.api.delayEffects(({ path }) => (path.includes(first.customerID) ? second : 5 * minute));
    const first = world.addCustomer();
    const rest = Array.from({ length: 5 }, () => world.addCustomer());
    const bulkID = await bulkOf([first, ...rest].map(({ customerID }) => customerID));
    await until(bulkID, "checked", minute);
    await step(bulkID, "resume");
    await until(bulkID, "first-done", minute);
    await step(bulkID, "resume");
    const finished = await until(bulkID, "finished", 2 * minute);
    expect(finished.counts).toMatchObject({ changed: 1, accepted: 5 });
    await world.passTo(world.now() + 11 * minute);
    expect((await read(bulkID)).bulk.counts).toMatchObject({ changed: 6, accepted: 0 });
  });
});

test("an import pauses after 10 minutes if the list does not show its first customer, and gives the reason", async () => {
  world.api.delayEffects(() => Number.POSITIVE_INFINITY);
  const path = "/api/sandbox/imports";
  const ask = async (method: string, where: string, body?: unknown) =>
    (await world.until(world.send(method, where, body)))?.json;
  const { importID } = importAnswerSchema.parse(await ask("POST", path, fileOf(["One", "Two"]))).import;
  const read = async () => importRowsSchema.parse(await ask("GET", `${path}/${importID}/rows?limit=100`)).import;
  const columns = { companyName: "companyName", adminEmail: "adminUser.email", plan: "plan", term: "term" };
  await ask("POST", `${path}/${importID}/map`, { columns });
  await ask("POST", `${path}/${importID}/check`);
  for (const untilMs = world.now() + minute; world.now() < untilMs && (await read()).state !== "checked"; ) {
    await world.passTo(world.now() + 5 * second);
  }
  await ask("POST", `${path}/${importID}/start`, { digest: (await read()).digest, acceptWarnings: true });
  const startedMs = world.now();
  for (const untilMs = world.now() + 12 * minute; world.now() < untilMs && (await read()).state !== "paused"; ) {
    await world.passTo(world.now() + 5 * second);
  }
  expect(await read()).toMatchObject({ state: "paused", pausedFrom: "first", reason: { code: "not-verified" } });
  expect(world.now() - startedMs).toBeGreaterThanOrEqual(10 * minute);
  expect(world.api.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
});
