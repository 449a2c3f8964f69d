import { afterAll, beforeAll, expect, test } from "vitest";
import { createAssistant, postMessage, toolCall } from "#tests/fixtures/assistants/assistant-client.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { createTestBff, type TestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;
let ada: string;
beforeAll(async () => {
  api = await startOtherApi({ customers: 5 });
  console = await createTestBff({
    baseUrl: api.origin,
    variables: variablesFor(api),
    staff: [
      { email: "ada@test.example", role: "administrator" },
      { email: "vera@test.example", role: "viewer" },
    ],
  });
  ada = await console.signIn("ada@test.example");
});
afterAll(async () => {
  await console.close();
  await api.close();
});

const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

test("a key is off for assistants until an administrator allows it, and this is audited", async () => {
  const { client, key } = await createTestClient(console, ada, { role: "editor" });
  expect(client.assistant).toBe("off");
  expect(await codeOf(await postMessage(console, key, list))).toEqual([403, "forbidden"]);
  const path = `/api/clients/${client.clientID}`;
  const allowed = await console.send("PATCH", path, { cookie: ada, body: { assistant: "reading" } });
  expect(await allowed.json()).toMatchObject({ client: { assistant: "reading", name: client.name } });
  expect((await postMessage(console, key, list)).status).toBe(200);
  // A key that an assistant knows must not become a key that sends changes by itself.
  const off = await console.send("PATCH", path, { cookie: ada, body: { assistant: "off" } });
  expect([off.status, await off.json()]).toMatchObject([400, { errors: [{ field: "assistant" }] }]);
  expect((await postMessage(console, key, list)).status).toBe(200);
  const events = (await readAudit(console.databaseUrl)).filter(({ target }) => target?.id === client.clientID);
  expect(events.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["client.created", undefined, expect.anything()],
    ["client.assistant-changed", { assistant: "off" }, { assistant: "reading" }],
  ]);
});

test("a key that only reads cannot be allowed to propose", async () => {
  const { client } = await createTestClient(console, ada, { role: "viewer" });
  const path = `/api/clients/${client.clientID}`;
  const refused = await console.send("PATCH", path, { cookie: ada, body: { assistant: "proposals" } });
  expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ field: "assistant" }] }]);
  const empty = await console.send("PATCH", path, { cookie: ada, body: {} });
  expect(empty.status).toBe(400);
});

test("a real client of the protocol connects, in the newest and in the earlier version", async () => {
  const { mcp, post } = await createAssistant(console, ada, "reading");
  const { tools } = await mcp.listTools();
  expect(tools.map(({ name }) => name)).toContain("find_customers");
  expect(tools.every(({ outputSchema, annotations }) => outputSchema && annotations?.readOnlyHint)).toBe(true);
  const initialize = await post({
    jsonrpc: "2.0",
    id: 7,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "old", version: "1" } },
  });
  expect(initialize.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(initialize.headers.get("mcp-session-id")).toBeNull();
  expect(await initialize.json()).toMatchObject({ id: 7, result: { protocolVersion: "2025-06-18" } });
});

test("only POST answers, and there are no streams", async () => {
  const { key, post } = await createAssistant(console, ada, "reading");
  for (const method of ["GET", "DELETE", "PUT"]) {
    const answer = await sendWithKey(console, key, method, "/api/mcp");
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST, OPTIONS"]);
  }
  const listen = await post({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: {} });
  expect(await listen.json()).toMatchObject({ error: { code: -32601 } });
});

test("a cookie and another origin are refused, with and without a key", async () => {
  const { key } = await createAssistant(console, ada, "reading");
  const cookie = await console.signIn("ada@test.example");
  const send = (headers: Record<string, string>) =>
    console.bff.fetch(
      new Request(`${testOrigin}/api/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
        body: JSON.stringify(list),
      }),
    );
  const authorization = `Bearer ${key}`;
  expect(await codeOf(await send({ cookie }))).toEqual([400, "invalid_request"]);
  expect(await codeOf(await send({ cookie, authorization }))).toEqual([400, "invalid_request"]);
  expect(await codeOf(await send({ cookie: "other=1", authorization }))).toEqual([400, "invalid_request"]);
  expect(await codeOf(await send({ origin: "https://evil.example", authorization }))).toEqual([
    403,
    "cross_site_request",
  ]);
  expect(await codeOf(await send({ origin: "null", authorization }))).toEqual([403, "cross_site_request"]);
  expect(await codeOf(await send({}))).toEqual([401, "not_signed_in"]);
  expect((await send({ origin: testOrigin, authorization })).status).toBe(200);
});

test("a key that is allowed for assistants changes nothing through any other route", async () => {
  const { key, client } = await createAssistant(console, ada, "proposals");
  expect((await sendWithKey(console, key, "GET", "/api/sandbox/customers")).status).toBe(200);
  const before = api.calls.length;
  for (const [method, path, body] of [
    ["PATCH", "/api/sandbox/customers/c0ffee00-0000-4000-8000-000000000001/contract", { term: "monthly" }],
    ["POST", "/api/sandbox/customers", { companyName: "Acme", plan: "essential", term: "monthly" }],
    ["POST", "/api/sandbox/customers/c0ffee00-0000-4000-8000-000000000001/notes", { text: "hello" }],
    ["POST", "/api/sandbox/bulk", {}],
    ["POST", "/api/sandbox/planned", {}],
    ["POST", "/api/sandbox/approvals", {}],
    ["POST", "/api/attention/none/handled", {}],
  ] as const) {
    const answer = await sendWithKey(console, key, method, path, { body });
    expect([path, ...(await codeOf(answer))]).toEqual([path, 403, "not_for_clients"]);
  }
  expect(api.calls.length).toBe(before);
  const actions = (await readAudit(console.databaseUrl)).filter(({ actor }) => actor.id === client.clientID);
  expect(new Set(actions.map(({ action }) => action))).toEqual(new Set(["access.denied"]));
});

test("every call is an event with the client and its owner, without the texts that the assistant has sent", async () => {
  const { client, call, post } = await createAssistant(console, ada, "reading", { name: "Audited helper" });
  const customerID = "c0ffee00-0000-4000-8000-000000000001";
  await call("find_customers", { environment: "sandbox", search: "Erika Mustermann" });
  await post(toolCall("find_customers", { environment: "sandbox", search: "x".repeat(50_000) }));
  await post(toolCall("no_such_tool\u202e", { why: "Erika Mustermann", "Erika Mustermann": 1 }));
  await post(toolCall("get_customer", { environment: "Erika Mustermann", customerID, parts: ["jobs"] }));
  await post(toolCall("get_customer", { environment: "sandbox", customerID: "Erika Mustermann", limit: 2 }));
  const events = (await readAudit(console.databaseUrl)).filter(({ actor }) => actor.id === client.clientID);
  expect(events).toMatchObject([
    {
      action: "assistant.called",
      outcome: "done",
      environment: "sandbox",
      actor: { kind: "client", email: "Audited helper" },
      target: { kind: "tool", id: "find_customers" },
      after: { owner: "ada@test.example", arguments: { environment: "sandbox", search: "16 characters" } },
    },
    {
      outcome: "failed",
      target: { id: "find_customers" },
      after: { arguments: { environment: "sandbox", search: "50000 characters" } },
    },
    { outcome: "failed", target: { id: "no_such_tool[U+202E]" }, after: { arguments: { otherArguments: 2 } } },
    {
      outcome: "failed",
      target: { id: "get_customer" },
      after: { customerID, arguments: { environment: "16 characters", customerID, parts: "1 items" } },
    },
    {
      outcome: "failed",
      target: { id: "get_customer" },
      after: { arguments: { environment: "sandbox", customerID: "16 characters", otherArguments: 1 } },
    },
  ]);
  expect(JSON.stringify(events)).not.toContain("Erika");
});
