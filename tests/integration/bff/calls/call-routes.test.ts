import { expect, onTestFinished, test } from "vitest";
import { type CallList, type CallSummary, callListSchema, callSummarySchema } from "#lib/contract/calls/call.ts";
import type { Fault } from "#tests/fixtures/api/fault-proxy.ts";
import { startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const everything = "/api/sandbox/customers?datefrom=1970-01-01";
const password = "canary-password";

/**
 * A console in front of `other-api`, a second implementation of the API. If `fault` is set, it replaces the API's
 * answers.
 */
async function setUp() {
  const api = await startOtherApi({ customers: 5 });
  const given: { fault?: Fault | undefined } = {};
  const proxy = await startFaultProxy(api.origin, ({ url }) => (url.endsWith("/auth") ? undefined : given.fault));
  const console = await createTestBff({
    baseUrl: proxy.origin,
    random: () => 0,
    variables: variablesFor(api),
    staff: (["viewer", "editor", "administrator"] as const).map((role) => ({
      email: `${role}@test.example`,
      name: `The ${role}`,
      role,
    })),
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await api.close();
  });
  const cookies = {
    viewer: await console.signIn("viewer@test.example"),
    editor: await console.signIn("editor@test.example"),
    administrator: await console.signIn("administrator@test.example"),
  };
  type Person = keyof typeof cookies;
  const read = (person: Person, path = everything) => console.send("GET", path, { cookie: cookies[person] });
  const calls = async (person: Person, query = ""): Promise<CallList> =>
    callListSchema.parse(await (await read(person, `/api/sandbox/calls?limit=100${query}`)).json());
  const idOf = async (person: Person): Promise<string> =>
    (await (await read(person, "/api/session")).json()).staff.staffID;
  const record = (person: Person, staffID: string, on = true) =>
    console.send("POST", "/api/calls/bodies", { cookie: cookies[person], body: { staffID, on } });
  return { api, console, given, read, calls, idOf, record };
}

test("a read is recorded as one call, with its path as a template, its cause and both request IDs", async () => {
  const { read, calls, idOf } = await setUp();
  const answer = await read("viewer");
  const { customers } = await answer.json();
  const [{ customerID }] = customers;
  await read("viewer", `/api/sandbox/customers/${customerID}/activities`);
  const own = await calls("viewer", `&requestID=${answer.headers.get("x-request-id")}`);
  expect(own.calls).toMatchObject([
    {
      kind: "attempt",
      method: "GET",
      path: "/customers",
      status: 200,
      attempt: 1,
      sent: true,
      merged: false,
      stale: false,
      breaker: "closed",
      cause: {
        kind: "route",
        name: "GET /api/:environment/customers",
        staffID: await idOf("viewer"),
        who: "viewer@test.example",
        personName: "The viewer",
      },
    },
    { method: "POST", path: "/auth", status: 201 },
  ]);
  const about = await calls("viewer", `&id=${customerID}`);
  expect(about.calls[0]).toMatchObject({ path: "/customers/{customerID}/activities", parameters: { customerID } });
  expect((await calls("viewer", "&path=/jobs")).total).toBe(0);
});

test("a retry names the call that it repeats and the reason, and a merged read is one call and one record", async () => {
  const { given, read, calls } = await setUp();
  given.fault = { kind: "answer", status: 503 };
  await read("viewer");
  given.fault = undefined;
  const [last, middle, first] = (await calls("viewer", "&path=/customers")).calls;
  expect(last).toMatchObject({ attempt: 3, retryOf: middle?.callID, reason: "upstream_failed", status: 503 });
  expect(middle).toMatchObject({ attempt: 2, retryOf: first?.callID });
  given.fault = { kind: "latency", ms: 200 };
  await Promise.all([read("viewer", "/api/sandbox/jobs"), read("editor", "/api/sandbox/jobs")]);
  const jobs = await calls("viewer", "&path=/jobs");
  expect(jobs.calls.map(({ kind }) => kind).sort()).toEqual(["attempt", "merged"]);
});

test("the summary counts errors by kind and path, and shows how long each path takes", async () => {
  const { given, read } = await setUp();
  await read("viewer");
  given.fault = { kind: "answer", status: 404, body: "{}" };
  await read("viewer", "/api/sandbox/jobs");
  const answer = await read("viewer", "/api/sandbox/calls/summary");
  const summary: CallSummary = callSummarySchema.parse(await answer.json());
  expect(summary).toMatchObject({ attempts: 3, errors: 1, repeats: 0 });
  expect(summary.errorGroups).toMatchObject([
    { error: "upstream_refused", status: 404, method: "GET", path: "/jobs", count: 1 },
  ]);
  expect(summary.paths.find(({ path }) => path === "/customers")).toMatchObject({ count: 1, errors: 0 });
  expect(summary.minutes).toHaveLength(60);
  expect(summary.minutes.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(3);
});

test("an administrator can record bodies for a person for one hour, and a viewer never sees any", async () => {
  const { read, calls, idOf, record } = await setUp();
  await read("editor");
  const editor = await idOf("editor");
  expect((await record("editor", editor)).status).toBe(403);
  const on = await (await record("administrator", editor)).json();
  expect(on.recordings).toMatchObject([{ staffID: editor, email: "editor@test.example" }]);
  const hourMs = Date.parse(on.recordings[0].until) - Date.parse(on.asOf);
  expect(Math.round(hourMs / 60_000)).toBe(60);
  await read("editor", `${everything}&limit=2`);
  await read("viewer", `${everything}&limit=3`);
  const bodiesFor = async (person: "viewer" | "editor" | "administrator") =>
    (await calls(person, "&path=/customers")).calls.filter(({ bodies }) => bodies !== undefined);
  expect(await bodiesFor("viewer")).toEqual([]);
  expect(await bodiesFor("administrator")).toMatchObject([
    { cause: { staffID: editor }, query: expect.stringContaining("limit=2") },
  ]);
  // Editors may read the recorded contents of their own calls.
  expect(await bodiesFor("editor")).toHaveLength(1);
  expect((await (await record("administrator", editor, false)).json()).recordings).toEqual([]);
  await read("editor", `${everything}&limit=4`);
  expect(await bodiesFor("administrator")).toHaveLength(1);
  const { events } = await (await read("administrator", "/api/audit?action=call-bodies.changed")).json();
  expect(events).toMatchObject([
    { target: { kind: "staff", id: editor }, after: { on: false } },
    { target: { kind: "staff", id: editor }, after: { on: true } },
  ]);
});

test("no record, HAR file or case file contains a secret, token or address, for any answer of the API", async () => {
  const { api, given, read, calls, idOf, record } = await setUp();
  await record("administrator", await idOf("editor"));
  const { keyID, secret } = api.keys.sandbox;
  const token = `eyJhbGciOiJIUzI1NiJ9.${"c".repeat(30)}.${"d".repeat(30)}`;
  const message = `${keyID} ${secret} ${token} anna.smith@acme.example`;
  const body = JSON.stringify({ message, password, nested: { access_token: token } });
  given.fault = { kind: "answer", status: 400, body, headers: { "x-request-id": secret } };
  const term = encodeURIComponent(`anna.smith@acme.example ${secret}`);
  await read("editor", `${everything}&searchTerm=${term}`);
  const list = JSON.stringify(await calls("administrator"));
  const har = await (await read("administrator", "/api/sandbox/calls/export?format=har")).text();
  const view = encodeURIComponent(`/sandbox/customers?searchTerm=${term}`);
  const file = await (await read("editor", `/api/sandbox/calls/export?format=har&view=${view}`)).text();
  for (const text of [list, har, file]) {
    expect(text).toContain("@acme.example");
    for (const canary of [keyID, secret, token, password, "anna.smith"]) expect(text).not.toContain(canary);
  }
  // The file contains the people who use the console only as IDs, not as email addresses.
  for (const text of [har, file]) expect(text).not.toContain("editor@");
  const { log } = JSON.parse(file);
  expect(log).toMatchObject({ version: "1.2", creator: { name: "Switchboard" }, _switchboard: { role: "editor" } });
  const [entry] = log.entries.filter(({ response }: { response: { status: number } }) => response.status === 400);
  expect(entry.request).toMatchObject({ method: "GET", cookies: [] });
  expect(entry.response.content.text).toContain("[hidden]");
  for (const { request } of log.entries) {
    expect(request.headers.map(({ name }: { name: string }) => name)).toEqual(["X-Request-ID"]);
  }
  // The request for a token contains the secret. So its contents are never recorded.
  const auth = log.entries.find(({ request }: { request: { url: string } }) => request.url.endsWith("/auth"));
  expect(auth?.request.postData).toBeUndefined();
});

test("a viewer sees their own calls in full, and other people's calls without search texts and addresses", async () => {
  const { read, calls } = await setUp();
  await read("editor", `${everything}&searchTerm=Colleague%20Inc`);
  await read("viewer", `${everything}&searchTerm=Own%20Inc`);
  const { calls: seen } = await calls("viewer", "&path=/customers");
  expect(seen).toMatchObject([
    { query: expect.stringContaining("searchTerm=Own+Inc"), cause: { who: "viewer@test.example" } },
    { query: expect.stringMatching(/datefrom=1970-01-01.*searchTerm=%5Bhidden%5D/), path: "/customers", status: 200 },
  ]);
  const har = await (await read("viewer", "/api/sandbox/calls/export?format=har")).text();
  for (const text of [JSON.stringify(seen), har]) {
    expect(text).toContain("Own");
    expect(text).not.toContain("Colleague");
    expect(text).not.toContain("editor@");
  }
  expect(JSON.stringify(await calls("editor"))).toContain("Own+Inc");
});

test("calls are filtered by several people, who are listed by name, and a viewer finds only themselves", async () => {
  const { read, calls, idOf } = await setUp();
  for (const person of ["viewer", "editor", "administrator"] as const) await read(person);
  const [editor, administrator] = [await idOf("editor"), await idOf("administrator")];
  const found = await calls("editor", `&path=/customers&staffID=${editor}&staffID=${administrator}`);
  expect(found.calls.map(({ cause }) => cause.personName)).toEqual(["The administrator", "The editor"]);
  expect(found.people.map(({ name }) => name)).toEqual(["The administrator", "The editor", "The viewer"]);
  expect((await calls("viewer")).people.map(({ name }) => name)).toEqual(["The viewer"]);
});

test("calls of one environment do not appear in the other environment", async () => {
  const { read, calls } = await setUp();
  await read("viewer");
  expect((await calls("viewer")).total).toBe(2);
  const production = await (await read("viewer", "/api/production/calls")).json();
  expect(production).toMatchObject({ calls: [], total: 0 });
});
