import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#server/bff/core/log/log.ts";
import { createClientAddress } from "#server/bff/http/listener/client-address.ts";
import { createHost } from "#server/bff/http/listener/host.ts";
import { createTracing } from "#server/bff/tracing/create-tracing.ts";
import type { Tracing } from "#server/bff/tracing/tracing.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { startOtlpReceiver } from "#tests/fixtures/tracing/otlp-receiver.ts";

const traceID = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceID}-b7ad6b7169203331-01`;
const requestID = "request-id-of-a-browser";

let api: Awaited<ReturnType<typeof startOtherApi>>;

beforeAll(async () => {
  api = await startOtherApi({ customers: 20 });
});
afterAll(() => api.close());

/** A console with its HTTP server, with or without tracing. */
async function startHost(tracing: Tracing | null) {
  const test = await createTestBff({
    baseUrl: api.origin,
    variables: variablesFor(api),
    staff: [{ email: "vera@test.example", role: "viewer" }],
    tracing,
  });
  const pageLines: string[] = [];
  const server = createHost({
    bff: Promise.resolve(test.bff),
    pages: Promise.resolve(async (_incoming, outgoing) => void outgoing.end("a page")),
    log: createLog("info", { write: (line) => void pageLines.push(line) }),
    secure: false,
    development: false,
    origins: () => ["http://localhost"],
    clientAddress: createClientAddress([]),
    tracing,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cookie = await test.signIn("vera@test.example");
  return {
    test,
    pageLines,
    ask: async (path: string, headers: Record<string, string>) => {
      const response = await fetch(`${origin}${path}`, { headers: { cookie, ...headers } });
      await response.text();
      return response;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await test.close();
    },
  };
}

const lineOf = ({ logLines }: Pick<TestBff, "logLines">, path: string) =>
  logLines.map((line) => JSON.parse(line)).filter((line) => line.msg === "request" && line.path === path);

test("a request can be followed from the browser to the API by its ID and its trace, in one line of the log", async () => {
  const host = await startHost(null);
  api.calls.length = 0;
  const response = await host.ask("/api/sandbox/customers?searchTerm=secret", {
    traceparent,
    "x-request-id": requestID,
  });
  expect(response.headers.get("x-request-id")).toBe(requestID);
  const call = api.calls.find(({ method }) => method === "GET");
  expect(call?.headers).toMatchObject({ "x-request-id": requestID, traceparent });
  const lines = lineOf(host.test, "/api/sandbox/customers");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    requestID,
    traceID,
    status: 200,
    staffID: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await host.ask("/sandbox/customers", { traceparent, "x-request-id": requestID });
  await expect.poll(() => host.pageLines).toHaveLength(1);
  expect(JSON.parse(host.pageLines[0] ?? "")).toMatchObject({ requestID, traceID, path: "/sandbox/customers" });
  expect(host.pageLines[0]).not.toContain("traceparent");
  await host.close();
});

test("the API gets no trace if the sender sent none", async () => {
  const host = await startHost(null);
  api.calls.length = 0;
  await host.ask("/api/sandbox/jobs", { traceparent: "00-nonsense" });
  expect(api.calls.map(({ headers }) => headers.traceparent)).toEqual(api.calls.map(() => undefined));
  await host.close();
});

test("requests, pages and calls of the API are spans of one trace, without any text that people typed", async () => {
  const collector = await startOtlpReceiver();
  const tracing = createTracing({ endpoint: collector.origin, version: "1.2.3", build: "a-build" });
  const host = await startHost(tracing);
  api.calls.length = 0;
  const path = "/api/sandbox/customers";
  await host.ask(`${path}?searchTerm=secret-name`, { traceparent, "x-request-id": requestID });
  await host.ask("/invitations/secret-token", {});
  await host.close();
  await tracing.close();
  const request = collector.spans.find(({ name }) => name === "GET /api/:environment/customers");
  expect(request).toMatchObject({
    traceID,
    parentID: "b7ad6b7169203331",
    attributes: { "http.response.status_code": 200, "switchboard.request_id": requestID, "url.path": path },
  });
  const calls = collector.spans.filter(({ name, parentID }) => name.endsWith(" API") && parentID === request?.spanID);
  expect(calls.map(({ name }) => name).sort()).toEqual(["GET API", "POST API"]);
  // The console sends the API the span ID of exactly this call.
  const sent = api.calls.find(({ method }) => method === "GET")?.headers.traceparent;
  expect(sent).toBe(`00-${traceID}-${calls.find(({ name }) => name === "GET API")?.spanID}-01`);
  expect(lineOf(host.test, path)[0]).toMatchObject({ traceID, requestID });
  const page = collector.spans.find(({ name }) => name === "GET /invitations/[token]");
  expect(page?.attributes).toMatchObject({ "url.path": "/invitations/…", "http.route": "/invitations/[token]" });
  expect(collector.received()).toContain("1.2.3");
  expect(collector.received()).not.toMatch(/secret|vera@/);
  await collector.close();
});
