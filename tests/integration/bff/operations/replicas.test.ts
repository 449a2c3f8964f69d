import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Operation, operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { defaultLimits } from "#server/api-client/limits.ts";
import type { Bff } from "#server/bff/bff.ts";
import { parseEnv } from "#server/bff/config/env.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { maxInFlightMs as inFlightMsOf } from "#server/bff/operations/settle-write.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type ModelApi, startModelApi } from "#tests/fixtures/api/model-api.ts";
import { createTestBff, type TestBff, testOrigin } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { readEvents } from "#tests/fixtures/events/read-events.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const maxInFlightMs = inFlightMsOf({ callTimeoutMs: defaultLimits.callTimeoutMs });

const acme = () => ({ companyName: `Acme ${randomUUID()}`, plan: "essential", term: "monthly" });

describe.skipIf(!testDialects.includes("postgres"))("two replicas on one store", () => {
  const clock = createFakeClock();
  let api: ModelApi;
  let first: TestBff;
  let second: Bff;
  let cookie: string;
  /** The first replica's last check of the sessions of its streams. */
  let lastCheck: Promise<unknown> = Promise.resolve();
  const openWatchedStore: typeof openStore = async (url) => {
    const store = await openStore(url);
    const environmentsOf: typeof store.sessions.environmentsOf = (...given) => {
      const looked = store.sessions.environmentsOf(...given);
      lastCheck = looked;
      return looked;
    };
    return { ...store, sessions: { ...store.sessions, environmentsOf } };
  };

  beforeAll(async () => {
    api = await startModelApi({ now: clock.now });
    const staff = [{ email: "edith@test.example", role: "editor" as const }];
    first = await createTestBff({
      baseUrl: api.origin,
      clock,
      dialect: "postgres",
      staff,
      openStore: openWatchedStore,
    });
    const env = parseEnv({
      KNOWN_CALLS_PER_MINUTE: "0",
      PROVISIONING_BASE_URL: api.origin,
      PROVISIONING_SANDBOX_KEY_ID: randomUUID(),
      PROVISIONING_SANDBOX_SECRET: "sandbox-secret",
      SESSION_SECRET: "a secret that is long enough for a test",
      DATABASE_URL: first.databaseUrl,
    });
    second = await createBff(env, { clock, log: createLog("silent") });
    cookie = await first.signIn("edith@test.example");
  });

  beforeEach(() => api.forget());

  afterAll(async () => {
    await second.close();
    await first.close();
    await api.close();
  });

  const send = (
    bff: Bff,
    method: string,
    path: string,
    given: { body?: unknown; key?: string; onlyIfNew?: true } = {},
  ) => {
    const headers = { origin: testOrigin, "x-switchboard": "1", "content-type": "application/json", cookie };
    return bff.fetch(
      new Request(`${testOrigin}${path}`, {
        method,
        headers: {
          ...headers,
          ...(given.key === undefined ? {} : { "idempotency-key": given.key }),
          ...(given.onlyIfNew && { "only-if-new": "true" }),
        },
        body: given.body === undefined ? null : JSON.stringify(given.body),
      }),
    );
  };
  const operationOf = async (response: Response) => operationAnswerSchema.parse(await response.json()).operation;

  /** Returns the requests for customers. Omits the requests of the job tracker. */
  const asked = () => api.requests.filter(({ path }) => path === "/customers");

  async function operationWhere(operationID: string, matches: (operation: Operation) => boolean): Promise<Operation> {
    for (;;) {
      const operation = await operationOf(await send(second, "GET", `/api/sandbox/operations/${operationID}`));
      if (matches(operation)) return operation;
      // If the clock moves while a replica waits for the store, the replica waits again. So the clock moves only one
      // second at a time, which is less than the time between two checks.
      await clock.advance(1_000);
    }
  }

  test("the same key sent to both replicas at once, in ten attempts, makes one creation", async () => {
    const [key, body] = [randomUUID(), acme()];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        send(index % 2 ? first.bff : second, "POST", "/api/sandbox/customers", { body, key }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const operations = await Promise.all(answers.map(operationOf));
    expect(new Set(operations.map(({ operationID }) => operationID)).size).toBe(1);
    const operation = await operationWhere(operations[0]?.operationID ?? "", ({ state }) => state === "accepted");
    expect(operation.customerID).toBe(api.customers[0]?.customerID);
    expect(api.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("the same values with two keys, sent to both replicas at once, make one creation", async () => {
    const body = acme();
    const answers = await Promise.all(
      [first.bff, second].map((bff) =>
        send(bff, "POST", "/api/sandbox/customers", { body, key: randomUUID(), onlyIfNew: true }),
      ),
    );
    const [made, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect([made?.status, refused?.status]).toEqual([202, 409]);
    const { operationID } = await operationOf(made as Response);
    expect(await refused?.json()).toMatchObject({ code: "same_creation", operation: { operationID } });
    expect(api.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("two changes of one contract that are sent to both replicas at once do not overwrite each other unnoticed", async () => {
    const contract = { term: "monthly", plan: "essential" };
    const ids = { customerID: randomUUID(), jobID: randomUUID() };
    const created = { createdMs: clock.now() - 1_000, body: { companyName: "Acme of both" } };
    api.customers.push({ ...ids, ...created, environment: "sandbox", contract: { ...contract } });
    const path = `/api/sandbox/customers/${ids.customerID}/contract`;
    const wanted = ["professional", "enterprise"];
    const answers = await Promise.all(
      [first.bff, second].map((bff, index) =>
        send(bff, "PATCH", path, { body: { plan: wanted[index], expected: contract } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    expect(await answers[refused]?.json()).toMatchObject({ operation: { state: "rejected" } });
    expect(api.customers.find(({ customerID }) => customerID === ids.customerID)?.contract?.plan).toBe(
      wanted[1 - refused],
    );
    expect(api.requests.filter(({ method }) => method === "PATCH")).toHaveLength(1);
  });

  test("a stream of one replica ends within 5 s of a sign-out at the other replica", async () => {
    const own = await first.signIn("edith@test.example");
    const path = "/api/sandbox/jobs/events?id=none";
    const reader = readEvents(await first.send("GET", path, { cookie: own }));
    await reader.until("retry");
    const startMs = clock.monotonic();
    const headers = { origin: testOrigin, "x-switchboard": "1", cookie: own };
    await second.fetch(new Request(`${testOrigin}/api/session`, { method: "DELETE", headers }));
    const ended = reader.until("end");
    const isOver = () => Promise.race([ended.then(() => true), send(second, "GET", "/api/session").then(() => false)]);
    while (!(await isOver())) {
      await clock.advance(1_000);
      // The clock does not move while the store is called. So the test also works with a slow store.
      await lastCheck;
    }
    expect((await ended).data).toEqual({ code: "session_ended" });
    expect(clock.monotonic() - startMs).toBeLessThanOrEqual(5_000);
  });

  test("one of the replicas checks what a stopped third replica has left behind, and not before its time", async () => {
    const store = await openStore(first.databaseUrl);
    const { staff } = (await (await send(second, "GET", "/api/session")).json()) as { staff: { staffID: string } };
    const operationID = randomUUID();
    await store.operations.record({
      operationID,
      kind: "create-customer",
      environment: "sandbox",
      actor: { staffID: staff.staffID, email: "edith@test.example" },
      request: acme(),
      idempotencyKey: randomUUID(),
      bodyHash: "hash",
      matchKey: "match",
      customerID: null,
      createdAt: clock.now(),
      dueAt: clock.now() + maxInFlightMs,
    });
    await store.operations.markSent(operationID, { dueAt: clock.now() + maxInFlightMs }, clock.now());

    await clock.advance(maxInFlightMs - 1_000);
    const early = await operationOf(await send(second, "GET", `/api/sandbox/operations/${operationID}`));
    expect(early.state).toBe("sent");
    expect(asked()).toEqual([]);
    const operation = await operationWhere(operationID, ({ finding }) => finding !== undefined);
    expect(operation).toMatchObject({ state: "unknown", problem: { code: "outcome_unknown" } });
    // One check makes two requests: first a search, then a list.
    expect(asked().map(({ query }) => query.has("searchTerm"))).toEqual([true, false]);
    await store.close();
  });
});
