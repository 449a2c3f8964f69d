import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  operationAnswerSchema,
  operationListSchema,
  operationProblemSchema,
} from "#lib/contract/operations/operation.ts";
import type { Fault } from "#tests/fixtures/api/model-api.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";

/** The customer to create. Each test uses a different name, so that tests do not find each other's customers. */
let acme: ReturnType<typeof creation>;
let writing: WritingConsole;

const creation = () => ({
  companyName: `Acme & Söhne ${randomUUID()}`,
  plan: "essential",
  term: "monthly",
  adminUser: { email: "Anna@acme.example", locale: "de" },
  reseller: { id: 7 },
});

beforeAll(async () => {
  writing = await startWritingConsole({
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "otto@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", role: "administrator" },
    ],
  });
});

beforeEach(() => {
  acme = creation();
  writing.api.forget();
  writing.skew(0);
});

afterAll(() => writing.close());

const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;
const problemOf = async (response: Response) => operationProblemSchema.parse(await response.json());
const failFirst = (fault: Fault) => {
  let isFirst = true;
  writing.api.script(({ method }) => {
    if (method !== "POST" || !isFirst) return undefined;
    isFirst = false;
    return fault;
  });
};

const total = async (query: string, cookie = writing.editor) => {
  const response = await writing.console.send("GET", `/api/sandbox/operations?${query}`, { cookie });
  return operationListSchema.parse(await response.json()).total;
};

test("a creation is answered with 202 and its operation, and its complete body reaches the API", async () => {
  const response = await writing.create(acme);
  expect(response.status).toBe(202);
  const operation = await operationOf(response);
  const [customer] = writing.api.customers;
  expect(customer?.body).toEqual(acme);
  expect(operation).toMatchObject({
    kind: "create-customer",
    environment: "sandbox",
    state: "accepted",
    actor: { email: "edith@test.example" },
    request: acme,
    customerID: customer?.customerID,
    jobID: customer?.jobID,
  });
  expect(operation.problem).toBeUndefined();
});

test("the API decides whether a hardware-only plan needs an address", async () => {
  const { adminUser: _, ...withoutAddress } = acme;
  expect((await writing.create({ ...withoutAddress, plan: "anything" })).status).toBe(202);
});

test.each([
  ["no key", {}],
  ["a key that is no UUID", { "idempotency-key": "1" }],
])("%s is refused, the answer says what to do, and nothing is stored or sent", async (_what, headers) => {
  const { console, editor } = writing;
  const before = await total("");
  const response = await console.send("POST", "/api/sandbox/customers", { body: acme, cookie: editor, headers });
  expect(response.status).toBe(400);
  const problem = await problemOf(response);
  expect(problem.errors).toMatchObject([{ field: "Idempotency-Key" }]);
  expect(problem.detail).toContain("must be a UUID that the sender makes");
  expect(await total("")).toBe(before);
  expect(writing.sent("POST")).toEqual([]);
});

test.each([
  ["no name", { plan: "p", term: "t" }, ["companyName"]],
  ["a blank name", { ...creation(), companyName: "  " }, ["companyName"]],
  ["a number for a plan", { ...creation(), plan: 1 }, ["plan"]],
  ["an invalid address", { ...creation(), adminUser: { email: "anna" } }, ["adminUser.email"]],
  ["a fraction as the number of users", { ...creation(), usersCount: 1.5 }, ["usersCount"]],
  ["text", '"text"', []],
  ["a prototype", '{"companyName":"A","plan":"p","term":"t","__proto__":{"role":"administrator"}}', []],
  ["a deep prototype", '{"companyName":"A","plan":"p","term":"t","more":[{"constructor":1}]}', []],
  [
    "too many members",
    { ...creation(), ...Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`m${i}`, i])) },
    [],
  ],
])("a body with %s is refused and never sent", async (_what, body, fields) => {
  const response = await writing.create(body);
  expect(response.status).toBe(400);
  const { errors } = await problemOf(response);
  expect(errors.flatMap(({ field }) => field ?? [])).toEqual(fields);
  expect(writing.api.requests).toEqual([]);
});

test("a double click creates only one customer, in ten attempts", async () => {
  const key = randomUUID();
  const reordered = Object.fromEntries(Object.entries(acme).reverse());
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => writing.create(index % 2 ? acme : reordered, key)),
  );
  const operations = await Promise.all(answers.map(operationOf));
  expect(new Set(operations.map(({ operationID }) => operationID)).size).toBe(1);
  expect(new Set(operations.map(({ state }) => state))).toEqual(new Set(["accepted"]));
  const repeated = await operationOf(await writing.create(acme, key.toUpperCase()));
  expect(repeated).toEqual(operations[0]);
  expect(writing.sent("POST")).toHaveLength(1);
});

test("a different body with the same key is refused, whichever body arrives first", async () => {
  const key = randomUUID();
  const answers = await Promise.all([writing.create(acme, key), writing.create({ ...acme, term: "12-months" }, key)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 422]);
  expect(await problemOf(answers[1] as Response)).toMatchObject({ code: "idempotency_key_reused" });
  expect(writing.sent("POST")).toHaveLength(1);
});

test("another person or client with the key of a creation gets none of its data, and nothing is sent", async () => {
  const key = randomUUID();
  const { operationID } = await operationOf(await writing.create(acme, key));
  const made = await writing.console.send("POST", "/api/clients", {
    cookie: await writing.console.signIn("ada@test.example"),
    body: { name: "Nightly", role: "editor", environments: ["sandbox"] },
  });
  const { key: clientKey } = (await made.json()) as { key: string };
  const others = [
    await writing.create(acme, key, await writing.console.signIn("otto@test.example")),
    await writing.console.send("POST", "/api/sandbox/customers", {
      body: acme,
      headers: { "idempotency-key": key, authorization: `Bearer ${clientKey}` },
    }),
  ];
  for (const answer of others) {
    expect(answer.status).toBe(422);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ code: "idempotency_key_reused" });
    for (const part of [operationID, 'operation"', acme.companyName, "edith"]) expect(text).not.toContain(part);
  }
  expect(writing.sent("POST")).toHaveLength(1);
  expect((await operationOf(await writing.create(acme, key))).operationID).toBe(operationID);
});

test("the API's refusal keeps its status and its messages permanently, at the fields that they name", async () => {
  const messages = ["adminUser.email must be an email", "the term is not offered", "no luck today"];
  failFirst({ effect: "no", answer: { status: 400, body: messages } });
  const key = randomUUID();
  const response = await writing.create(acme, key);
  expect(response.status).toBe(400);
  const problem = await problemOf(response);
  expect(problem).toMatchObject({ code: "upstream_refused", upstreamStatus: 400, operation: { state: "rejected" } });
  expect(problem.errors).toEqual([
    { field: "adminUser.email", message: messages[0] },
    { field: "term", message: messages[1] },
    { message: messages[2] },
  ]);
  const again = await writing.create(acme, key);
  expect(again.status).toBe(400);
  expect(await problemOf(again)).toEqual({ ...problem, requestID: again.headers.get("x-request-id") });
  expect(writing.sent("POST")).toHaveLength(1);
});

test.each([403, 404, 409, 413, 422])("a complete answer with %d is a refusal", async (status) => {
  failFirst({ effect: "no", answer: { status } });
  const response = await writing.create(acme);
  expect(response.status).toBe(status);
  expect(await problemOf(response)).toMatchObject({ operation: { state: "rejected" }, upstreamStatus: status });
});

const lost: [what: string, answer: Fault["answer"]][] = [
  ["a reset", "reset"],
  ["half an answer", "half"],
  ["HTML with status 200", "html"],
  ...[408, 500, 502, 503, 504].map((status): [string, Fault["answer"]] => [`a ${status}`, { status }]),
];

describe.each(lost)("a creation that is answered with %s", (_what, answer) => {
  test("the check finds a customer that was created, without a second creation", async () => {
    failFirst({ effect: "yes", answer });
    const key = randomUUID();
    const response = await writing.create(acme, key);
    expect(response.status).toBe(202);
    const unknown = await operationOf(response);
    expect(unknown).toMatchObject({ state: "unknown", problem: { code: expect.stringMatching(/^upstream_/) } });
    const [customer] = writing.api.customers;
    const reconciled = await writing.looked(unknown.operationID);
    expect(reconciled).toMatchObject({ state: "reconciled", customerID: customer?.customerID, jobID: customer?.jobID });
    expect((await operationOf(await writing.create(acme, key))).state).toBe("reconciled");
    expect(writing.sent("POST")).toHaveLength(1);
  });

  test("a creation that was not made stays unknown, with the known facts", async () => {
    failFirst({ effect: "no", answer });
    const { operationID } = await operationOf(await writing.create(acme));
    const operation = await writing.looked(operationID);
    expect(operation).toMatchObject({
      state: "unknown",
      finding: { message: "No customer matches yet.", customerIDs: [] },
    });
    expect(writing.sent("POST")).toHaveLength(1);
  });
});

test.each([-600_000, 0, 600_000])("an API clock that is off by %d ms hides no customer", async (skewMs) => {
  writing.skew(skewMs);
  failFirst({ effect: "yes", answer: "reset" });
  const { operationID } = await operationOf(await writing.create(acme));
  expect((await writing.looked(operationID)).state).toBe("reconciled");
});

test.each([-600_000, 0, 600_000])(
  "an older customer is not mistaken for the new one (clock off by %d ms)",
  async (skewMs) => {
    writing.skew(skewMs - 30_000);
    await writing.create(acme);
    writing.skew(skewMs);
    failFirst({ effect: "no", answer: "reset" });
    // A copy of the earlier customer with a different ID. Only its creation time shows that the copy is not the new
    // customer.
    writing.api.customers.push({
      ...(writing.api.customers[0] as (typeof writing.api.customers)[0]),
      customerID: "other",
    });
    const { operationID } = await operationOf(await writing.create(acme));
    expect(await writing.looked(operationID)).toMatchObject({ state: "unknown", finding: { customerIDs: [] } });
  },
);

test("if two customers match the creation, neither is chosen, and both are named", async () => {
  failFirst({ effect: "yes", answer: "reset" });
  writing.api.script(({ method, path, environment, body }) => {
    if (method !== "POST" || path !== "/customers") return undefined;
    const twin = { jobID: "j", environment, createdMs: Date.now(), contract: {}, body };
    writing.api.customers.push({ ...twin, customerID: "twin" });
    return { effect: "yes", answer: "reset" };
  });
  const { operationID } = await operationOf(await writing.create(acme));
  const operation = await writing.looked(operationID);
  expect(operation.state).toBe("unknown");
  expect(operation.finding?.customerIDs).toHaveLength(2);
});

test("a creation that was never sent is reported as not sent, and is finished", async () => {
  const nowhere = await startWritingConsole({ baseUrl: "http://127.0.0.1:9" });
  const response = await nowhere.create(acme);
  expect(response.status).toBe(502);
  const problem = await problemOf(response);
  expect(problem).toMatchObject({ code: "upstream_unreachable", operation: { state: "rejected" } });
  expect(problem.detail).toContain("Nothing was sent");
  await nowhere.close();
});

test("an operation is not found in another environment, and lists are filtered", async () => {
  const { console, viewer, editor } = writing;
  const before = {
    all: await total(""),
    rejected: await total("state=rejected"),
    needsAttention: await total("outcome=needs-attention"),
  };
  const { operationID, customerID } = await operationOf(await writing.create(acme));
  failFirst({ effect: "no", answer: { status: 409 } });
  await writing.create({ ...acme, companyName: "Other" });
  const elsewhere = await console.send("GET", `/api/production/operations/${operationID}`, { cookie: viewer });
  expect(elsewhere.status).toBe(404);
  expect(await total("")).toBe(before.all + 2);
  expect(await total("mine=true")).toBe(before.all + 2);
  expect(await total("mine=true", viewer)).toBe(0);
  expect(await total("state=rejected,recorded")).toBe(before.rejected + 1);
  expect(await total(`customerID=${customerID}`)).toBe(1);
  expect(await total("outcome=needs-attention")).toBe(before.needsAttention + 1);
  expect(await total("outcome=refused,needs-attention,running,done")).toBe(before.all + 2);
  expect(await total("outcome=needs-attention&state=accepted&mine=true", viewer)).toBe(0);
  // Several people: the parameter is repeated. Several kinds: one parameter with commas.
  const people = await (await console.send("GET", "/api/sandbox/operations/people", { cookie: editor })).json();
  const [{ staffID }] = people.people;
  expect(await total(`staffID=nobody&staffID=${staffID}&kind=create-customer,change-contract`)).toBe(before.all + 2);
  expect(await total("staffID=nobody&staffID=no-one")).toBe(0);
  for (const wrong of ["state=lost", "kind=create-customer,dance", "staffID=a%2Fb"]) {
    expect((await console.send("GET", `/api/sandbox/operations?${wrong}`, { cookie: editor })).status).toBe(400);
  }
  const unknown = await console.send("GET", "/api/sandbox/operations?outcome=lost,running", { cookie: editor });
  expect(unknown.status).toBe(400);
  expect((await problemOf(unknown)).errors).toEqual([
    {
      field: "outcome",
      message: "must be of needs-attention, waiting, running, done, failed, refused, prevented, unknown, superseded",
    },
  ]);
});
