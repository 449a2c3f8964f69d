import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { operationAnswerSchema, operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";

let writing: WritingConsole;

beforeAll(async () => {
  writing = await startWritingConsole({
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "emil@test.example", role: "editor" },
    ],
  });
});

beforeEach(() => writing.api.forget());

afterAll(() => writing.close());

const creation = () => ({ companyName: `Ahorn ${randomUUID()}`, plan: "p", term: "t", adminUser: { email: "a@b.c" } });
const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;

/** Sends a creation as the form does. The server refuses it if the person has just started the same creation. */
const createIfNew = (
  body: unknown,
  { key = randomUUID() as string, cookie = writing.editor, onlyIfNew = "true" } = {},
) =>
  writing.console.send("POST", "/api/sandbox/customers", {
    body,
    cookie,
    headers: { "idempotency-key": key, "only-if-new": onlyIfNew },
  });

test("two tabs that send the same values at the same time create one customer, and the second tab gets the first operation", async () => {
  const body = creation();
  const reordered = Object.fromEntries(Object.entries(body).reverse());
  const answers = await Promise.all([createIfNew(body), createIfNew(reordered)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
  const first = made && (await operationOf(made));
  const problem = operationProblemSchema.parse(await refused?.json());
  expect(problem).toMatchObject({ code: "same_creation", operation: { operationID: first?.operationID } });
  expect(writing.sent("POST")).toHaveLength(1);
});

test("the same key returns the first outcome, and a confirmed second creation is sent", async () => {
  const body = creation();
  const key = randomUUID();
  const first = await operationOf(await createIfNew(body, { key }));
  expect((await operationOf(await createIfNew(body, { key }))).operationID).toBe(first.operationID);
  expect((await writing.create(body)).status).toBe(202);
  expect(writing.sent("POST")).toHaveLength(2);
});

test("other values, another person's creation and a failed creation do not block a creation", async () => {
  const body = creation();
  await createIfNew(body);
  expect((await createIfNew({ ...body, usersCount: 7 })).status).toBe(202);
  const emil = await writing.console.signIn("emil@test.example");
  expect((await createIfNew(body, { cookie: emil })).status).toBe(202);
  writing.api.script(({ method }) =>
    method === "POST" ? { effect: "no", answer: { status: 400, body: ["no"] } } : undefined,
  );
  const refused = creation();
  expect((await createIfNew(refused)).status).toBe(400);
  writing.api.forget();
  expect((await createIfNew(refused)).status).toBe(202);
});

test("a creation whose outcome is unknown blocks the same creation", async () => {
  const body = creation();
  writing.api.script(({ method }) => (method === "POST" ? { effect: "no", answer: { status: 503 } } : undefined));
  await createIfNew(body);
  writing.api.forget();
  expect((await createIfNew(body)).status).toBe(409);
  expect(writing.sent("POST")).toEqual([]);
});

test("a header with an unknown value is refused", async () => {
  expect((await createIfNew(creation(), { onlyIfNew: "perhaps" })).status).toBe(400);
  expect(writing.sent("POST")).toEqual([]);
});
