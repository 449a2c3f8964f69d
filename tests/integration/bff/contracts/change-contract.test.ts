import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";

let writing: WritingConsole;
let customerID: string;

beforeAll(async () => {
  writing = await startWritingConsole();
});

beforeEach(() => {
  writing.api.forget();
  customerID = randomUUID();
  writing.api.customers.push({
    customerID,
    jobID: "job",
    environment: "sandbox",
    createdMs: Date.now(),
    contract: { term: "monthly", plan: "essential" },
    body: { companyName: "Acme" },
  });
});

afterAll(() => writing.close());

const contract = () => writing.api.customers[0]?.contract;
const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;
const problemOf = async (response: Response) => operationProblemSchema.parse(await response.json());

test("a change reads the contract, is sent, reads the contract back and is verified", async () => {
  const response = await writing.change(customerID, { term: "12-months", expected: { term: "monthly" } });
  expect(response.status).toBe(200);
  expect(await operationOf(response)).toMatchObject({
    kind: "change-contract",
    state: "accepted",
    customerID,
    before: { term: "monthly", plan: "essential" },
    after: { term: "12-months", plan: "essential" },
    confirmedAt: expect.any(String),
  });
  expect(writing.sent("PATCH").map(({ body }) => body)).toEqual([{ term: "12-months" }]);
  expect(contract()).toEqual({ term: "12-months", plan: "essential" });
});

test.each([
  ["both", { term: "a", plan: "b" }, "cannot both be updated at the same time"],
  ["neither", {}, "no contract updates were provided"],
  ["a body with only the expected contract", { expected: { term: "a" } }, "no contract updates were provided"],
  ["an additional member", { term: "a", discount: 5 }, "is not known"],
  ["an empty term", { term: "" }, "must be a term"],
])("%s is refused and never sent", async (_what, body, message) => {
  const response = await writing.change(customerID, body);
  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors.map((error) => error.message).join()).toContain(message);
  expect(writing.api.requests).toEqual([]);
});

test.each(["..%2fother", "%2e%2e", "a%2fb", "a%00b", "a%252e"])("the ID %s is answered with 404", async (id) => {
  const response = await writing.change(id, { term: "12-months" });
  expect([400, 404]).toContain(response.status);
  expect(writing.api.requests).toEqual([]);
});

test("a contract that differs from the expected one is refused with both values, and nothing is sent", async () => {
  const response = await writing.change(customerID, {
    term: "12-months",
    expected: { term: "24-months", plan: "essential" },
  });
  expect(response.status).toBe(409);
  const problem = await problemOf(response);
  expect(problem).toMatchObject({
    code: "contract_changed",
    operation: { state: "rejected", before: { term: "monthly" } },
  });
  expect(problem.errors).toEqual([{ field: "term", message: 'is "monthly" now; expected was "24-months"' }]);
  expect(writing.sent("PATCH")).toEqual([]);
});

test("if two people saw the same contract, one person changes it and the other person gets a conflict", async () => {
  const answers = await Promise.all(
    ["12-months", "24-months"].map((term) => writing.change(customerID, { term, expected: { term: "monthly" } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(writing.sent("PATCH")).toHaveLength(1);
  expect(contract()).toMatchObject({ term: "12-months" });
});

test("a customer that does not exist is not changed", async () => {
  const response = await writing.change(randomUUID(), { term: "12-months" });
  expect(response.status).toBe(404);
  expect((await problemOf(response)).operation?.state).toBe("rejected");
  expect(writing.sent("PATCH")).toEqual([]);
});

test("if the contract cannot be read, nothing is sent", async () => {
  writing.api.script(({ method }) => (method === "GET" ? { effect: "no", answer: { status: 404 } } : undefined));
  const response = await writing.change(customerID, { term: "12-months" });
  expect((await problemOf(response)).operation).toMatchObject({ state: "rejected" });
  expect(writing.sent("PATCH")).toEqual([]);
});

test("the API's refusal keeps its status, its message and its field", async () => {
  const answer = { status: 422, body: { message: "plan is not offered here" } };
  writing.api.script(({ method }) => (method === "PATCH" ? { effect: "no", answer } : undefined));
  const response = await writing.change(customerID, { plan: "enterprise" });
  expect(response.status).toBe(422);
  expect(await problemOf(response)).toMatchObject({
    upstreamStatus: 422,
    errors: [{ field: "plan", message: "plan is not offered here" }],
    operation: { state: "rejected", before: { plan: "essential" } },
  });
});

test.each([
  ["a job", { status: 202, body: { jobID: "j1" } }, 202, { state: "accepted", jobID: "j1" }],
  ["an answer that changes nothing", { status: 200, body: { term: "12-months" } }, 202, { outcome: "running" }],
])("with %s, a change is verified only if the contract shows it", async (_what, answer, status, expected) => {
  writing.api.script(({ method }) => (method === "PATCH" ? { effect: "no", answer } : undefined));
  const response = await writing.change(customerID, { term: "12-months" });
  expect(response.status).toBe(status);
  const operation = await operationOf(response);
  expect(operation).toMatchObject({ ...expected, after: { term: "monthly" } });
  expect(operation.confirmedAt).toBeUndefined();
});

test("a 204 counts as a normal answer", async () => {
  writing.api.script(({ method }) => (method === "PATCH" ? { effect: "yes", answer: "empty" } : undefined));
  const operation = await operationOf(await writing.change(customerID, { plan: "professional" }));
  expect(operation).toMatchObject({
    state: "accepted",
    after: { plan: "professional" },
    confirmedAt: expect.any(String),
  });
});

test("a change that is in effect is not sent again, even if its answer was lost", async () => {
  writing.api.script(({ method }) => (method === "PATCH" ? { effect: "yes", answer: "reset" } : undefined));
  const response = await writing.change(customerID, { term: "12-months" });
  expect(response.status).toBe(200);
  expect(await operationOf(response)).toMatchObject({ state: "reconciled", after: { term: "12-months" } });
  expect(writing.sent("PATCH")).toHaveLength(1);
});

test("a failed change is sent again while the contract is unchanged", async () => {
  let failures = 1;
  writing.api.script(({ method }) =>
    method === "PATCH" && failures-- > 0 ? { effect: "no", answer: { status: 503 } } : undefined,
  );
  const response = await writing.change(customerID, { term: "12-months" });
  expect(await operationOf(response)).toMatchObject({ state: "accepted", confirmedAt: expect.any(String) });
  expect(writing.sent("PATCH")).toHaveLength(2);
});

test("a repeat does not overwrite a change that a colleague made in between", async () => {
  writing.api.script(({ method }) => {
    if (method !== "PATCH") return undefined;
    const [customer] = writing.api.customers;
    if (customer) customer.contract = { term: "36-months", plan: "essential" };
    return { effect: "no", answer: { status: 503 } };
  });
  const response = await writing.change(customerID, { term: "12-months" });
  expect(response.status).toBe(202);
  const operation = await operationOf(response);
  expect(operation).toMatchObject({ state: "unknown", after: { term: "36-months" } });
  expect(writing.sent("PATCH")).toHaveLength(1);
  expect(contract()).toMatchObject({ term: "36-months" });
  expect((await writing.looked(operation.operationID)).finding?.message).toContain("the term 36 months");
});
