import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { defaultLimits } from "#server/api-client/limits.ts";
import { reconcilePausesMs } from "#server/bff/operations/reconciler.ts";
import { maxInFlightMs as inFlightMsOf } from "#server/bff/operations/settle-write.ts";
import type { Fault, ModelCustomer } from "#tests/fixtures/api/model-api.ts";
import { type CreationWorld, createCreationWorld } from "#tests/fixtures/creations/creation-world.ts";

const maxInFlightMs = inFlightMsOf({ callTimeoutMs: defaultLimits.callTimeoutMs });

/** The calls of the store that store a write. Calls of other workers are not counted as steps. */
const counted = new Set(["makeUnfinishedDue", "takeDue", "record", "markSent", "settle"]);

let world: CreationWorld;

beforeEach(async () => {
  world = await createCreationWorld({ skewMs: 0, counted });
});

afterEach(() => world.close());

const acme = { companyName: "Acme", plan: "essential", term: "monthly", adminUser: { email: "anna@acme.example" } };
const sent = (method: string, path = "/customers") =>
  world.api.requests.filter((request) => request.method === method && request.path === path);
const failWrites = (fault: Fault) => world.api.script(({ method }) => (method === "POST" ? fault : undefined));

function customer(given: Partial<ModelCustomer> = {}): ModelCustomer {
  const ids = { customerID: randomUUID(), jobID: randomUUID() };
  return { ...ids, environment: "sandbox", createdMs: world.now(), contract: {}, body: acme, ...given };
}

/** Starts a creation and returns its ID. The result does not matter. */
async function begin(key: string = randomUUID(), body: object = acme): Promise<string> {
  const answer = await world.until(world.create(key, body));
  return operationAnswerSchema.parse(answer?.json).operation.operationID;
}

/** At its start, a process takes two steps of the reconciler. The steps of the creation follow. */
test.each([
  ["before the operation is stored", { step: 3, when: "before" }, undefined, 0],
  ["after the operation is stored", { step: 3, when: "after" }, "rejected", 0],
  ["before it is marked as sent", { step: 4, when: "before" }, "rejected", 0],
  ["after it is marked as sent", { step: 4, when: "after" }, "unknown", 0],
  ["just before it is sent", { step: 5, when: "before" }, "unknown", 0],
  ["just after it is answered", { step: 5, when: "after" }, "reconciled", 1],
  ["before its result is stored", { step: 6, when: "before" }, "reconciled", 1],
  ["after its result is stored", { step: 6, when: "after" }, "accepted", 1],
] as const)("after a process dies %s, its operation gets the right state", async (_when, death, state, posts) => {
  const key = randomUUID();
  await world.restart(death);
  // Waits for the reconciler's steps before a customer is created.
  await world.settle();
  expect(await world.until(world.create(key, acme))).toBeUndefined();
  await world.restart();
  const { operations } = await world.store.operations.list({ environment: "sandbox" }, { limit: 10, offset: 0 });
  expect(operations.length).toBe(state === undefined ? 0 : 1);
  const ended = operations[0] && (await world.untilOver(operations[0].operationID));
  expect(ended?.state).toBe(state);
  expect(sent("POST")).toHaveLength(posts);
  const again = await world.until(world.create(key, acme));
  expect(again?.status).toBe(state === "rejected" ? 503 : 202);
  if (state === "rejected") {
    const problem = operationProblemSchema.parse(again?.json);
    expect(problem).toMatchObject({ code: "not_sent", operation: { state } });
  }
  expect(sent("POST")).toHaveLength(state === undefined ? 1 : posts);
});

const nothing = { customers: [], total: 0, limit: 100, offset: 0 };

test.each([
  ["does not find", { status: 200, body: nothing }],
  ["refuses to look for", { status: 400, body: ["searchTerm is too long"] }],
])("a creation that the API's search %s is found in the list", async (_what, answer) => {
  await world.restart();
  world.api.script(({ method, query }) => {
    if (method === "POST") return { effect: "yes", answer: "reset" };
    return query.has("searchTerm") ? { effect: "no", answer } : undefined;
  });
  expect((await world.untilOver(await begin())).state).toBe("reconciled");
});

test("if more customers were created than one check reads, the console decides nothing, and reports the matching ones", async () => {
  await world.restart();
  world.api.script(({ method, body }) => {
    if (method !== "POST") return undefined;
    const others = Array.from({ length: 1_100 }, () => customer({ body: { companyName: `Acme ${randomUUID()}` } }));
    world.api.customers.push(customer({ body, customerID: "fits" }), ...others);
    return { effect: "no", answer: "reset" };
  });
  const operation = await world.untilOver(await begin());
  expect(operation).toMatchObject({ state: "unknown", finding: { customerIDs: ["fits"] } });
  expect(operation.finding?.message).toContain("Too many");
});

test("the reconciler checks for a creation nine times, and then no more", async () => {
  await world.restart();
  failWrites({ effect: "no", answer: "reset" });
  const operation = await world.untilOver(await begin());
  expect(operation).toMatchObject({ state: "unknown", attempts: reconcilePausesMs.length + 1 });
  const asked = sent("GET").length;
  await world.pass(48 * 60 * 60_000);
  await world.settle();
  expect(sent("GET")).toHaveLength(asked);
});

test("a later check finds a creation that appears late", async () => {
  await world.restart();
  failWrites({ effect: "later", answer: "reset" });
  const operationID = await begin();
  await world.settle();
  world.api.applyLate();
  expect(await world.untilOver(operationID)).toMatchObject({ state: "reconciled" });
});

test("an API that is down for half an hour delays the result but does not prevent it", async () => {
  await world.restart();
  const upMs = world.now() + 30 * 60_000;
  world.api.script(({ method }) => {
    if (method === "POST") return { effect: "yes", answer: { status: 503 } };
    return world.now() < upMs ? { effect: "no", answer: { status: 503 } } : undefined;
  });
  const operation = await world.untilOver(await begin());
  expect(operation.state).toBe("reconciled");
  expect(operation.attempts).toBeGreaterThan(3);
});

test("if two creations of the same customer have an unknown outcome, neither takes the one existing customer", async () => {
  await world.restart();
  let posts = 0;
  world.api.script(({ method }) => {
    if (method !== "POST") return undefined;
    posts += 1;
    return { effect: posts === 1 ? "yes" : "no", answer: "hang" };
  });
  const ids = await Promise.all([begin(), begin()]);
  const [made] = world.api.customers;
  for (const operationID of ids) {
    const { state, finding } = await world.untilOver(operationID);
    expect({ state, fits: finding?.customerIDs }).toEqual({ state: "unknown", fits: [made?.customerID] });
  }
});

test("a lost creation that was repeated gets its own customer, and not the customer of the second creation", async () => {
  await world.restart();
  failWrites({ effect: "yes", answer: "hang" });
  const lost = begin();
  await world.settle();
  world.api.script(() => undefined);
  const second = await begin();
  const operationID = await lost;
  const [first, other] = world.api.customers;
  expect(await world.untilOver(operationID)).toMatchObject({ state: "reconciled", customerID: first?.customerID });
  expect(await world.untilOver(second)).toMatchObject({ state: "accepted", customerID: other?.customerID });
});

test("if the store fails when the answer arrives, the console tries again, and says not to send the creation again", async () => {
  await world.restart();
  let failures = 0;
  world.failStore("settle", () => {
    failures += 1;
    return failures <= 2;
  });
  const kept = await world.until(world.create(randomUUID(), acme));
  expect(operationAnswerSchema.parse(kept?.json).operation.state).toBe("accepted");

  world.failStore("settle", () => true);
  const key = randomUUID();
  const other = { ...acme, companyName: "Other" };
  const answer = await world.until(world.create(key, other));
  expect(answer?.status).toBe(503);
  const problem = operationProblemSchema.parse(answer?.json);
  expect(problem).toMatchObject({ code: "store_unavailable", operation: { state: "sent" } });
  expect(problem.detail).toContain("Do not start it again");
  world.failStore("settle", () => false);
  expect(await world.untilOver(problem.operation?.operationID ?? "")).toMatchObject({ state: "reconciled" });
  expect(sent("POST")).toHaveLength(2);
});

test("each due operation is taken by one check, and the others stay available", async () => {
  await world.restart();
  failWrites({ effect: "no", answer: "reset" });
  for (let count = 0; count < 3; count += 1) await begin();
  const takenAtOnce: number[] = [];
  world.api.script(async ({ method }) => {
    if (method !== "GET") return undefined;
    const { operations } = await world.store.operations.list({ environment: "sandbox" }, { limit: 10, offset: 0 });
    takenAtOnce.push(operations.filter(({ dueAt }) => (dueAt ?? 0) > world.now() + maxInFlightMs / 2).length);
    return undefined;
  });
  const looks = async () => {
    const { operations } = await world.store.operations.list({ environment: "sandbox" }, { limit: 10, offset: 0 });
    return Math.min(...operations.map(({ attempts }) => attempts));
  };
  const before = await looks();
  while ((await looks()) < before + 2) await world.pass(5_000).then(world.settle);
  expect(takenAtOnce.length).toBeGreaterThanOrEqual(6);
  expect(Math.max(...takenAtOnce)).toBe(1);
});
