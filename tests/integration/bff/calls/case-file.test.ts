import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { demoPassword } from "#lib/session/demo-password.ts";
import { parseEnv } from "#server/bff/config/env.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { openCase } from "#server/bff/demo/case/open-case.ts";
import { startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { compareFileWithDocument } from "#tests/fixtures/console/compare-with-document.ts";
import { cookieOf, createTestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

function writeFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-case-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "case.har");
  writeFileSync(path, text);
  return path;
}

/** Opens a case file, as `npm start -- --case` does. Returns functions that read from it. */
async function showCase(path: string) {
  const shown = openCase(["--case", path], { NODE_ENV: "production" });
  if (!shown) throw new Error("There is no case");
  const env = parseEnv(shown.variables);
  const bff = await createBff(env, { log: createLog("silent"), random: () => 0, metrics: null, ...shown.dependencies });
  onTestFinished(() => bff.close());
  bff.setOrigins([testOrigin]);
  const send = (method: string, target: string, body?: unknown, cookie = "") =>
    bff.fetch(
      new Request(`${testOrigin}${target}`, {
        method,
        headers: { origin: testOrigin, "x-switchboard": "1", "content-type": "application/json", cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const person = { email: "editor@demo.test", password: demoPassword };
  const cookie = cookieOf(await send("POST", "/api/session", person));
  return { shown, send: (method: string, target: string, body?: unknown) => send(method, target, body, cookie) };
}

test("a console that shows a case file gives the same answers, ages and errors, and changes nothing", async () => {
  const api = await startOtherApi({ customers: 8 });
  let isFailing = false;
  const proxy = await startFaultProxy(api.origin, ({ url }) =>
    isFailing && url.includes("/activities")
      ? { kind: "answer", status: 503, body: '{"message":"maintenance"}', headers: { "retry-after": "120" } }
      : undefined,
  );
  const console = await createTestBff({
    baseUrl: proxy.origin,
    random: () => 0,
    variables: variablesFor(api),
    staff: [
      { email: "emre@test.example", role: "editor" },
      { email: "ada@test.example", role: "administrator" },
    ],
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await api.close();
  });
  const cookie = await console.signIn("emre@test.example");
  const administrator = await console.signIn("ada@test.example");
  const requestIDs: string[] = [];
  const read = async (target: string) => {
    const requestID = randomUUID();
    requestIDs.push(requestID);
    return (await console.send("GET", target, { cookie, headers: { "x-request-id": requestID } })).json();
  };
  const { staff } = await (await console.send("GET", "/api/session", { cookie })).json();
  await console.send("POST", "/api/calls/bodies", {
    cookie: administrator,
    body: { staffID: staff.staffID, on: true },
  });
  const list = "/api/sandbox/customers?datefrom=1970-01-01&searchTerm=anna.smith%40acme.example";
  const everything = "/api/sandbox/customers?datefrom=1970-01-01";
  const { customers } = await read(everything);
  isFailing = true;
  const { customerID } = customers[0];
  const targets = [
    everything,
    list,
    `/api/sandbox/customers/${customerID}`,
    `/api/sandbox/customers/${customerID}/activities?datefrom=2026-01-01`,
    "/api/sandbox/jobs",
    "/api/sandbox/numbers",
  ];
  const before: unknown[] = [];
  requestIDs.length = 0;
  for (const target of targets) before.push(await read(target));
  const query = new URLSearchParams([
    ...requestIDs.map((requestID) => ["requestID", requestID]),
    ["format", "har"],
    ["view", `/sandbox/customers/${customerID}`],
  ]);
  const har = await (await console.send("GET", `/api/sandbox/calls/export?${query}`, { cookie })).text();
  expect(compareFileWithDocument("/api/{environment}/calls/export", "application/json", har)).toEqual([]);
  const { shown, send } = await showCase(writeFile(har));
  expect(shown.sentence("http://localhost:3000")).toContain(
    `sign in as editor at http://localhost:3000/sandbox/customers/${customerID}`,
  );
  const after: unknown[] = [];
  for (const target of targets) after.push(await (await send("GET", target)).json());
  // Removes two things that may differ: the IDs of requests, and the addresses that the file hides.
  const textOf = (answers: unknown[]) =>
    JSON.stringify(answers)
      .replace(/"requestID":"[^"]*"/g, '"requestID":""')
      .replace(/[\w.+-]+…?@/g, (person) => `${person[0]}…@`);
  const instant = /"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g;
  const withoutInstants = (answers: unknown[]) => JSON.parse(textOf(answers).replace(instant, '""'));
  expect(withoutInstants(after)).toEqual(withoutInstants(before));
  const instantsOf = (answers: unknown[]) =>
    [...textOf(answers).matchAll(instant)].map(([, at]) => Date.parse(at ?? ""));
  for (const [index, atMs] of instantsOf(after).entries()) {
    expect(Math.abs(atMs - (instantsOf(before)[index] ?? 0))).toBeLessThan(50);
  }
  expect(after[3]).toMatchObject({ code: "upstream_failed", upstreamStatus: 503 });
  const change = await send("PATCH", `/api/sandbox/customers/${customerID}/contract`, { plan: "enterprise" });
  expect(change.status).toBeGreaterThanOrEqual(400);
  const missing = await send("GET", "/api/sandbox/webhooks");
  expect(await missing.json()).toMatchObject({ upstreamStatus: 404 });
});

/** Writes a case file about one customer. `change` can make the file invalid. */
function caseOf(change: (log: ReturnType<typeof newLog>) => void = () => {}): string {
  const log = newLog();
  change(log);
  return JSON.stringify({ log });
}

const newLog = () => ({
  version: "1.2",
  _switchboard: {
    environment: "sandbox",
    version: "1.0.0",
    at: "2026-11-22T10:00:01.000Z",
    view: "/sandbox/customers",
    role: "editor",
  },
  entries: [
    {
      startedDateTime: "2026-11-22T10:00:00.000Z",
      time: 20,
      request: { method: "GET", url: "https://api.example.test/sandbox/jobs?limit=25&offset=0" },
      response: {
        status: 200,
        headers: [{ name: "X-Request-ID", value: "of-the-api" }],
        content: { text: '{"jobs":[]}' },
      },
      _switchboard: { path: "/jobs", cause: { name: "GET /api/:environment/jobs" } },
    },
  ],
});

const [entry] = newLog().entries;
if (!entry) throw new Error("A case has an entry");

test.each<[string, string, RegExp]>([
  ["nothing", "", /is no JSON.*Download it again/],
  ["a file that was cut", caseOf().slice(0, -20), /is no JSON.*Download it again/],
  ["another program's HAR file", '{"log":{"version":"1.2","entries":[]}}', /is no case file/],
  ["a view with a command to the terminal", caseOf((log) => (log._switchboard.view += "\u001b[2J")), /is no case file/],
  ["a view with a line break", caseOf((log) => (log._switchboard.view += "\nready")), /is no case file/],
  ["a view on another site", caseOf((log) => (log._switchboard.view = "//evil.example/")), /is no case file/],
  ["a version with a command to the terminal", caseOf((log) => (log._switchboard.version = "\u001b]0;")), /is no case/],
  ["an unknown environment", caseOf((log) => (log._switchboard.environment = "staging")), /is no case file/],
  [
    "a status that cannot be sent",
    caseOf((log) => log.entries.push({ ...entry, response: { ...entry.response, status: 99_999 } })),
    /is no case/,
  ],
  [
    "an answer with an endless duration",
    caseOf((log) => log.entries.push({ ...entry, time: 1e300 })),
    /is no case file/,
  ],
])("%s is refused, and the answer says what to do", (_, text, message) => {
  expect(() => openCase(["--case", writeFile(text)], process.env)).toThrow(message);
});

test("a folder, a missing file and a file that is too large are refused without being read", () => {
  const large = writeFile("");
  truncateSync(large, 101 * 1024 * 1024);
  expect(() => openCase(["--case", large], process.env)).toThrow(/101 MB, and at most 100/);
  expect(() => openCase(["--case", dirname(large)], process.env)).toThrow(/There is no case file/);
  expect(() => openCase(["--case", `${large}.missing`], process.env)).toThrow(/There is no case file/);
});

test("a malicious case file can still be shown, and only headers that the API sends are sent", async () => {
  const response = {
    ...entry.response,
    headers: [
      { name: "bad name\r\n", value: "x" },
      { name: "Content-Length", value: "3" },
      { name: "X-Request-ID", value: "a\r\nSet-Cookie: b=c" },
      { name: "Retry-After", value: "2" },
    ],
  };
  const deep = { ...entry.response, content: { text: "[".repeat(50_000) + "]".repeat(50_000) } };
  const customers = { method: "GET", url: "https://api.example.test/sandbox/customers?limit=25" };
  const numbers = { path: "/../../x", cause: { name: "GET /api/:environment/numbers" } };
  const text = caseOf((log) => {
    log.entries = [
      { ...entry, response },
      { ...entry, request: customers, response: deep },
      { ...entry, _switchboard: numbers },
      ...Array.from({ length: 50_000 }, () => entry),
    ];
  });
  const { send } = await showCase(writeFile(text));
  expect((await send("GET", "/api/sandbox/jobs")).status).toBe(200);
  expect((await send("GET", "/api/sandbox/customers?datefrom=1970-01-01")).status).toBe(200);
  expect(await (await send("GET", "/api/sandbox/numbers")).json()).toMatchObject({ upstreamStatus: 404 });
});

test("the option without a file is refused, and a start without the option shows no case", () => {
  expect(() => openCase(["--case"], process.env)).toThrow(/needs a file/);
  expect(openCase([], process.env)).toBeUndefined();
});
