import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  operationAnswerSchema,
  operationDetailSchema,
  operationListSchema,
  operationProblemSchema,
} from "#lib/contract/operations/operation.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";

let writing: WritingConsole;

beforeAll(async () => {
  writing = await startWritingConsole();
});

beforeEach(() => writing.api.forget());

afterAll(() => writing.close());

const creation = () => ({ companyName: `Ahorn ${randomUUID()}`, plan: "p", term: "t", adminUser: { email: "a@b.c" } });
const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;
const problemOf = async (response: Response) => operationProblemSchema.parse(await response.json());

const again = (body: unknown, operationID: string, key = randomUUID(), environment = "sandbox") =>
  writing.console.send("POST", `/api/${environment}/customers`, {
    body,
    cookie: writing.editor,
    headers: { "idempotency-key": key, "retry-of": operationID },
  });

/** Sends a creation that the API refuses. */
async function refused(body: unknown) {
  writing.api.script(({ method }) =>
    method === "POST" ? { effect: "no", answer: { status: 400, body: ["plan must be known"] } } : undefined,
  );
  const { operation } = await problemOf(await writing.create(body));
  writing.api.forget();
  return operation?.operationID ?? "";
}

const list = async (query: string) => {
  const response = await writing.console.send("GET", `/api/sandbox/operations?${query}`, { cookie: writing.editor });
  return { status: response.status, ...operationListSchema.partial().parse(await response.json()) };
};

const detail = async (operationID: string) => {
  const path = `/api/sandbox/operations/${operationID}`;
  return operationDetailSchema.parse(
    await (await writing.console.send("GET", path, { cookie: writing.viewer })).json(),
  );
};

test("a refused creation is repeated as a new operation that names the first operation", async () => {
  const body = creation();
  const first = await refused(body);
  const key = randomUUID();
  const second = await operationOf(await again(body, first, key));
  expect(second).toMatchObject({ state: "accepted", againOf: first, request: body });
  expect(second.operationID).not.toBe(first);
  expect(await operationOf(await again(body, first, key))).toEqual(second);
  const { operationID, createdAt, actor } = second;
  expect((await detail(first)).repeats).toEqual([{ operationID, createdAt, email: actor.email, name: "Edith Jansen" }]);
  expect((await detail(operationID)).repeats).toBeUndefined();
  expect(writing.sent("POST")).toHaveLength(1);
});

test.each([
  [
    "an operation that does not exist",
    async () => randomUUID(),
    "sandbox",
    "is not the creation of a customer in sandbox",
  ],
  ["a text that is no ID", async () => "../x", "sandbox", "is not an ID"],
  [
    "an operation of another environment",
    async () => refused(creation()),
    "production",
    "is not the creation of a customer in production",
  ],
])("%s cannot be repeated, and nothing is recorded or sent", async (_what, prepare, environment, message) => {
  const first = await prepare();
  const before = (await list("")).total;
  const response = await again(creation(), first, randomUUID(), environment);
  expect(response.status).toBe(400);
  expect((await problemOf(response)).errors).toEqual([{ field: "Retry-Of", message }]);
  expect((await list("")).total).toBe(before);
  expect(writing.sent("POST")).toEqual([]);
});

test("an accepted creation cannot be repeated, whether its effect is verified or not", async () => {
  const body = creation();
  const first = await operationOf(await writing.create(body));
  expect(first.state).toBe("accepted");
  writing.api.forget();
  const response = await again(body, first.operationID);
  expect(response.status).toBe(400);
  const [error] = (await problemOf(response)).errors;
  expect(error).toMatchObject({ field: "Retry-Of" });
  expect(error?.message).toMatch(/^(is still running|has succeeded: its customer exists)$/);
  expect(writing.sent("POST")).toEqual([]);
});

test("the former name of the header has no effect", async () => {
  const body = creation();
  const first = await refused(body);
  const response = await writing.console.send("POST", "/api/sandbox/customers", {
    body,
    cookie: writing.editor,
    headers: { "idempotency-key": randomUUID(), "again-of": first },
  });
  expect(await operationOf(response)).not.toHaveProperty("againOf");
});

test("a change of contract cannot be repeated as a creation", async () => {
  const { customerID = "" } = await operationOf(await writing.create(creation()));
  writing.api.forget();
  const change = await operationOf(await writing.change(customerID, { term: "other" }));
  expect((await again(creation(), change.operationID)).status).toBe(400);
  expect(writing.sent("POST")).toEqual([]);
});

test("a key that was used for other values names the operation of these values", async () => {
  const key = randomUUID();
  const first = await operationOf(await writing.create(creation(), key));
  const response = await writing.create(creation(), key);
  expect(response.status).toBe(422);
  expect(await problemOf(response)).toMatchObject({ code: "idempotency_key_reused", operation: first });
  expect(writing.sent("POST")).toHaveLength(1);
});

test("the list can begin at an instant, and can exclude bulk changes", async () => {
  await writing.create(creation());
  const all = await list("");
  expect((await list(`since=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).total).toBe(0);
  expect((await list("since=1970-01-01T00:00:00Z&withoutBulk=true")).total).toBe(all.total);
  expect((await list("since=yesterday")).status).toBe(400);
});

test("an unknown outcome shows the time of the next check", async () => {
  writing.api.script(({ method }) => (method === "POST" ? { effect: "no", answer: { status: 503 } } : undefined));
  const sent = await operationOf(await writing.create(creation()));
  expect(sent.state).toBe("unknown");
  const looked = await writing.looked(sent.operationID);
  expect(looked.finding?.message).toBe("No customer matches yet.");
  expect(Date.parse(looked.nextLookAt ?? "")).toBeGreaterThan(Date.parse(looked.finding?.at ?? ""));
});
