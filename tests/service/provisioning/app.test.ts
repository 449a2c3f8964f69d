import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { createApp } from "#server/provisioning/app.ts";
import { listen } from "#server/provisioning/listen.ts";
import { createTestService, credentials } from "./test-service.ts";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test.each([
  ["/health", 200],
  ["/nowhere", 404],
  ["/v2/customers", 401],
  ["/v2/auth", 405],
])("the answer to %s (%i) contains a request ID and may not be stored", async (path, status) => {
  const { app } = await createTestService();
  const response = await app.request(path, { headers: { "X-Request-ID": "console-42" } });
  expect(response.status).toBe(status);
  expect(response.headers.get("X-Request-ID")).toBe("console-42");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
});

test.each([
  ["none", undefined],
  ["a request ID with spaces", "a b"],
  ["a request ID of 129 characters", "x".repeat(129)],
])("the service creates a request ID if the client sends %s", async (_what, id) => {
  const { app } = await createTestService();
  const response = await app.request("/health", { headers: id === undefined ? {} : { "X-Request-ID": id } });
  expect(response.headers.get("X-Request-ID")).toMatch(uuid);
});

test("/health answers 503 when the store does not answer", async () => {
  const { app, store } = await createTestService();
  await store.close();
  const response = await app.request("/health");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({ message: "The store does not answer." });
});

test("an unknown error gives the caller only a request ID, and the log the reason", async () => {
  const { app, store, tokens, logLines } = await createTestService();
  vi.spyOn(store.customers, "list").mockRejectedValue(new Error("table customers is on fire"));
  const response = await app.request("/v2/customers", { headers: { Authorization: `Bearer ${tokens.production}` } });
  expect(response.status).toBe(500);
  const requestID = response.headers.get("X-Request-ID") ?? "";
  expect(await response.json()).toEqual({ message: `The service failed. Its log has the reason under ${requestID}.` });
  expect(logLines.at(-1)).toContain("table customers is on fire");
  expect(logLines.at(-1)).toContain(requestID);
});

test("the service logs one line per request, without secrets, tokens, queries or bodies", async () => {
  const { app, get, signIn, tokens, logLines } = await createTestService();
  logLines.length = 0;
  await signIn("production");
  await signIn("production", { ...credentials.production, secret: "canary-wrong-secret" });
  await get("production", "/customers?searchTerm=canary-person");
  await app.request("/v2/%0Aforged%20line", { headers: { Authorization: `Bearer ${tokens.production}` } });
  expect(logLines).toHaveLength(4);
  for (const line of logLines) expect(line.trimEnd()).not.toContain("\n");
  const text = logLines.join("");
  for (const hidden of ["canary", tokens.production, credentials.production.keyID]) expect(text).not.toContain(hidden);
  expect(logLines.map((line) => JSON.parse(line)).at(2)).toMatchObject({
    method: "GET",
    path: "/v2/customers",
    status: 200,
    durationMs: 0,
    requestID: expect.stringMatching(uuid),
  });
});

test("an environment without a key issues and accepts no token", async () => {
  const { store, engine, clock, tokens } = await createTestService();
  const app = createApp({
    env: { credentials: { production: credentials.production }, tokenLifetimeSeconds: 900 },
    store,
    engine,
    clock: () => clock.nowMs,
    log: pino({ level: "silent" }),
  });
  const post = (secret: string) =>
    app.request("/sandbox/auth", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ keyID: credentials.sandbox.keyID, secret }),
    });
  expect((await post(credentials.sandbox.secret)).status).toBe(400);
  expect((await post("undefined")).status).toBe(400);
  const headers = { Authorization: `Bearer ${tokens.sandbox}` };
  expect((await app.request("/sandbox/customers", { headers })).status).toBe(401);
});

test("over HTTP, a body without an announced length is read, and refused when it grows too large", async () => {
  const { app } = await createTestService();
  const listener = await listen({ fetch: app.fetch, host: "127.0.0.1", port: 0 });
  const post = async (parts: string[]) =>
    fetch(`${listener.origin}/v2/auth`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
          controller.close();
        },
      }),
      duplex: "half",
    } as RequestInit);
  try {
    const text = JSON.stringify(credentials.production);
    expect((await post([text.slice(0, 9), text.slice(9)])).status).toBe(200);
    expect(
      (
        await post([
          "[",
          ..."x"
            .repeat(9)
            .split("")
            .map((part) => part.repeat(8_000)),
        ])
      ).status,
    ).toBe(413);
    const empty = await fetch(`${listener.origin}/v2/auth`, { method: "POST" });
    expect([empty.status, await empty.json()]).toEqual([400, ["keyID must be a UUID", "secret must be text"]]);
  } finally {
    await listener.close();
  }
});
