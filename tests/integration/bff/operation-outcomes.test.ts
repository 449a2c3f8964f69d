import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import { overviewPartSchemas } from "#lib/contract/console/overview.ts";
import { customerAnswerSchema } from "#lib/contract/customers/customer.ts";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { customerState } from "#lib/contract/customers/customer-state.ts";
import type { OperationOutcome } from "#lib/contract/operation-outcome.ts";
import {
  type Operation,
  operationAnswerSchema,
  operationDetailSchema,
  operationListSchema,
  operationProblemSchema,
} from "#lib/contract/operations/operation.ts";
import type { ModelRequest } from "#tests/fixtures/api/model-api.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";

/** The timeout only ends a test that hangs. */
const timeout = 60_000;

let world: BulkConsole;

beforeEach(async () => {
  world = await startBulkConsole({ clock: createFastClock(5, 1) });
});

afterEach(() => world.close());

const acme = { companyName: "Acme", plan: "essential", term: "monthly", adminUser: { email: "ada@acme.example" } };

async function get(path: string): Promise<unknown> {
  return (await world.console.send("GET", `/api/sandbox${path}`, { cookie: world.viewer })).json();
}

const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;
const detail = async (operationID: string) => operationDetailSchema.parse(await get(`/operations/${operationID}`));
const list = async (query: string) => operationListSchema.parse(await get(`/operations?${query}`)).operations;
const idsOf = (operations: readonly Operation[]) => operations.map(({ operationID }) => operationID);

/** Waits until the operation has this outcome, and returns the operation. */
async function once(operationID: string, outcome: OperationOutcome): Promise<Operation> {
  for (;;) {
    const { operation } = await detail(operationID);
    if (operation.outcome === outcome) return operation;
    await setTimeout(25);
  }
}

const isJob = ({ method, path }: ModelRequest) => method === "GET" && path.startsWith("/jobs/");

/** From now on, the API answers a contract change with a job, and each request for a job with the status `status()`. */
function answerJobs(status: () => string): void {
  world.api.script((request) => {
    if (request.method === "PATCH") return { effect: "no", answer: { status: 202, body: { jobID: "j2" } } };
    if (!isJob(request)) return undefined;
    const jobID = request.path.slice("/jobs/".length);
    return { effect: "no", answer: { status: 200, body: { jobID, status: status(), error: "no capacity" } } };
  });
}

test("every page shows an accepted change as failed if its job failed", async () => {
  let status = "running";
  answerJobs(() => status);
  const [customer] = world.addCustomers(1);
  const customerID = customer?.customerID ?? "";
  const response = await world.change(customerID, { plan: "professional" });
  expect(response.status).toBe(202);
  const { operationID, outcome } = await operationOf(response);
  expect(outcome).toBe("running");
  expect(idsOf(await list("outcome=running"))).toEqual([operationID]);

  status = "failed";
  expect(await once(operationID, "failed")).toMatchObject({ state: "accepted", job: { state: "failed" } });
  // Sends the requests of three places: the customer's page, the operations page with its filters, and the tray.
  const mine = await world.console.send("GET", "/api/sandbox/operations?mine=true", { cookie: world.editor });
  for (const found of [
    await list(`customerID=${customerID}`),
    await list("outcome=failed"),
    await list("outcome=needs-attention"),
    operationListSchema.parse(await mine.json()).operations,
  ]) {
    expect(found.map((one) => [one.operationID, one.outcome])).toEqual([[operationID, "failed"]]);
  }
  expect(await list("outcome=done,running,waiting")).toEqual([]);
  const { hits } = lookupAnswerSchema.parse(await get(`/lookup?q=${operationID}`));
  const hit = hits.find(({ kind }) => kind === "operation");
  expect(hit).toMatchObject({ id: operationID, outcome: "failed", outcomeDetail: "failed" });
  expect(hit?.detail).not.toContain("accepted");
  const overview = (await get("/overview?part=operations")) as { operations: unknown };
  const part = overviewPartSchemas.operations.parse(overview.operations);
  expect(part.operations.map((one) => one.outcome)).toEqual(["failed"]);
});

test("a row of a bulk change has the same outcome as its operation", async () => {
  answerJobs(() => "failed");
  const [customer] = world.addCustomers(1);
  const { bulkID } = await world.checked([customer?.customerID ?? ""]);
  await world.step(bulkID, "resume");
  const { bulk, rows } = await world.untilIt(bulkID, (answer) => answer.rows[0]?.outcome === "failed");
  expect(rows[0]).toMatchObject({ outcome: "failed", outcomeDetail: "failed" });
  expect(bulk.first).toMatchObject({ outcome: "failed" });
  expect((await detail(rows[0]?.operationID ?? "")).operation.outcome).toBe("failed");
});

test("a customer counts as created only when its creation has succeeded", async () => {
  let status = "running";
  answerJobs(() => status);
  const { operationID, customerID = "" } = await operationOf(await world.create(acme));
  const seen = async () => {
    const { customer } = customerAnswerSchema.parse(await get(`/customers/${customerID}`));
    const { hits } = lookupAnswerSchema.parse(await get(`/lookup?q=${customerID}`));
    expect(hits.find(({ kind }) => kind === "customer")?.creation).toEqual(customer.creation);
    // A list may be cached for up to a second.
    await vi.waitUntil(async () => {
      const { customers } = customerListSchema.parse(await get("/customers?datefrom=1970-01-01"));
      return customers[0]?.creation?.outcomeDetail === customer.creation?.outcomeDetail;
    }, timeout);
    return customer;
  };
  const creating = await seen();
  expect(creating.creation).toMatchObject({ operationID, outcome: "running" });
  expect(customerState(creating)).toBe("creating");
  status = "failed";
  await once(operationID, "failed");
  expect(customerState(await seen())).toBe("creation-failed");

  answerJobs(() => "succeeded");
  const other = await operationOf(await world.create({ ...acme, companyName: "Other" }));
  await once(other.operationID, "done");
  const { customer } = customerAnswerSchema.parse(await get(`/customers/${other.customerID}`));
  expect(customer.creation).toMatchObject({ outcome: "done" });
  expect(customerState(customer)).toBe("active");
});

test("the creation of a customer outside the console has no outcome", async () => {
  const [customer] = world.addCustomers(1);
  const answer = customerAnswerSchema.parse(await get(`/customers/${customer?.customerID}`));
  expect(answer.customer).not.toHaveProperty("creation");
});

test("a write that the console does not send is prevented and needs no attention", async () => {
  const [customer] = world.addCustomers(1);
  const customerID = customer?.customerID ?? "";
  const conflict = await world.change(customerID, { plan: "professional", expected: { plan: "enterprise" } });
  expect(conflict.status).toBe(409);
  const { operation } = operationProblemSchema.parse(await conflict.json());
  expect(operation).toMatchObject({ outcome: "prevented", problem: { code: "contract_changed" } });

  answerJobs(() => "running");
  const first = await operationOf(await world.change(customerID, { plan: "professional" }));
  expect(first.outcome).toBe("running");
  const busy = await world.change(customerID, { term: "12-months" });
  expect(operationProblemSchema.parse(await busy.json())).toMatchObject({
    code: "customer_busy",
    operation: { outcome: "prevented" },
  });
  expect(world.sent("PATCH")).toHaveLength(1);
  expect(await list("outcome=needs-attention")).toEqual([]);
  expect(await list("outcome=prevented")).toHaveLength(2);
});

test("a change with a lost answer is unknown, a change that the API refused is refused, and an unsent change has failed", async () => {
  const [customer] = world.addCustomers(1);
  const customerID = customer?.customerID ?? "";
  world.api.script(({ method }) => (method === "PATCH" ? { effect: "later", answer: { status: 503 } } : undefined));
  const lost = await world.change(customerID, { plan: "professional" });
  expect([lost.status, (await operationOf(lost)).outcome]).toEqual([202, "unknown"]);

  world.api.script(({ method }) => (method === "POST" ? { effect: "no", answer: { status: 422 } } : undefined));
  const refused = operationProblemSchema.parse(await (await world.create(acme)).json());
  expect(refused.operation?.outcome).toBe("refused");

  const nowhere = await startBulkConsole({ baseUrl: "http://127.0.0.1:9" });
  const unsent = operationProblemSchema.parse(await (await nowhere.create(acme)).json());
  expect(unsent.operation?.outcome).toBe("failed");
  await nowhere.close();
});
