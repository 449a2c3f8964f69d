import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import { bulkAnswerSchema } from "#lib/contract/operations/bulk.ts";
import { plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { apiErrors } from "#server/bff/core/route-errors.ts";
import { errorsOfRoute } from "#server/bff/openapi/errors-of-route.ts";
import { routes, type Services } from "#server/bff/rooms.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type Fault, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { startProposalConsole } from "#tests/fixtures/assistants/proposal-console.ts";
import { createTestBff, type TestBff, type TestStaff } from "#tests/fixtures/console/create-test-bff.ts";
import { servicesRoom } from "#tests/fixtures/console/services-room.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";

/**
 * Every route that calls the API lists the same failures of the API (`apiErrors`), because one function turns a failure
 * into an answer. This test lets each of these routes meet each failure, and compares the answered codes with the
 * document. A route on which a failure cannot come must not list it.
 */
type ApiError = (typeof apiErrors)[number];

const isApiError = (code: string): code is ApiError => (apiErrors as readonly string[]).includes(code);

const listing = (routes as readonly AnyRoute[]).filter(
  ({ path, errors }) => path.includes(":environment") && errors?.some(isApiError),
);
// The creations are last, because one with an unknown outcome is checked in the background.
const sends = ({ key }: AnyRoute) => Number(key === "POST /api/:environment/customers");
listing.sort((a, b) => sends(a) - sends(b));

const answer = (status: number, headers = {}, body = "{}"): Fault => ({
  kind: "answer",
  status,
  headers: { "content-type": "application/json", ...headers },
  body,
});

/** How the API fails. The other failures (`upstream_paused`, `upstream_busy`, `draining`) begin in the API client. */
const faults: Partial<Record<ApiError, Fault>> = {
  upstream_refused: answer(403),
  upstream_credentials: answer(401),
  upstream_unreachable: { kind: "reset", when: "before" },
  upstream_malformed: answer(200, { "content-type": "text/html" }, "<h1>Moved</h1>"),
  upstream_too_large: answer(200, {}, `"${"x".repeat(16 * 1024 * 1024)}"`),
  upstream_failed: answer(500),
  upstream_rate_limited: answer(429, { "retry-after": "120" }),
  upstream_timeout: { kind: "black-hole", passed: false },
};

const minute = 60_000;
const ada = (index: number) => `ada${index}@test.example`;
const administrators = apiErrors.map((_, index): TestStaff => ({ email: ada(index), role: "administrator" }));

/**
 * Stores what the routes need: a customer, a view, a bulk change of the view, a request for approval, a proposal and a
 * planned change.
 */
async function prepare(databaseUrl: string) {
  let aheadMs = 0;
  const proposals = await startProposalConsole({
    databaseUrl,
    clock: createFastClock(20, 1),
    openStore: (url, given) => openStore(url, { ...given, aheadMs: () => aheadMs }),
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "emil@test.example", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", role: "administrator" },
      ...administrators,
    ],
  });
  onTestFinished(proposals.api.close);
  const { console, editor, api, customerID } = proposals;
  await proposals.setRules({ singleChanges: true });
  const approval = await proposals.requested();
  await proposals.setRules({});
  const proposal = await proposals.propose();
  const saving = { cookie: editor, body: { name: "All", query: "window=all" } };
  const { view } = viewAnswerSchema.parse(await (await console.send("POST", "/api/views", saving)).json());
  const source = { kind: "view", viewID: view.viewID };
  const bulkOf = await proposals.post({ change: { plan: "enterprise" }, source });
  const { bulkID } = bulkAnswerSchema.parse(await bulkOf.json()).bulk;
  await proposals.until(bulkID, "checked");
  const [temporary] = proposals.addCustomers(1);
  if (!temporary) throw new Error("There is no customer");
  const at = (ms: number) => new Date(Date.now() + aheadMs + ms).toISOString();
  const planning = await console.send("POST", "/api/sandbox/planned", {
    cookie: editor,
    body: {
      customerID: temporary.customerID,
      change: { plan: "professional" },
      at: at(10 * minute),
      until: at(510 * minute),
      expected: { plan: "essential", term: "monthly" },
    },
  });
  const { plannedChange } = plannedAnswerSchema.parse(await planning.json());
  const path = `/api/sandbox/planned/${plannedChange.plannedChangeID}`;
  const until = async (holds: (planned: typeof plannedChange) => boolean) => {
    for (;;) {
      const read = await console.send("GET", path, { cookie: editor });
      const { plannedChange: now } = plannedAnswerSchema.parse(await read.json());
      if (holds(now)) return;
    }
  };
  aheadMs += 11 * minute;
  await until(({ steps }) => steps[0]?.state === "done");
  temporary.contract = { plan: "enterprise", term: "monthly" };
  aheadMs += 500 * minute;
  await until(({ state }) => state === "suspended");
  await console.close();
  return { api, customerID, approval, proposal, bulkID, plannedChange };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

interface Sent {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One request for each route. `unknown` is a customer that the console has never read. */
function requestsOf({ customerID, approval, proposal, bulkID, plannedChange }: Prepared): Record<string, Sent> {
  const unknown = randomUUID();
  const decision = { digest: approval.digest };
  const { plannedChangeID } = plannedChange;
  const expected = { plan: "enterprise", term: "monthly" };
  const at = new Date(Date.now() + 30 * 24 * 60 * minute).toISOString();
  return {
    "POST /api/:environment/approvals": {
      path: "/approvals",
      body: {
        kind: "change",
        customerID,
        change: { term: "36-months" },
        expected: { plan: "essential", term: "monthly" },
      },
    },
    "GET /api/:environment/approvals/:approvalID": { path: `/approvals/${approval.approvalID}` },
    "POST /api/:environment/approvals/:approvalID/approve": {
      path: `/approvals/${approval.approvalID}/approve`,
      body: decision,
    },
    "POST /api/:environment/approvals/:approvalID/emergency": {
      path: `/approvals/${approval.approvalID}/emergency`,
      body: { ...decision, reason: "Nobody else is here." },
    },
    "POST /api/:environment/bulk": {
      path: "/bulk",
      body: {
        change: { plan: "enterprise" },
        source: { kind: "matching", filters: { datefrom: "2020-01-01", includeDeleted: false }, total: 1 },
      },
    },
    "POST /api/:environment/bulk/file": {
      path: "/bulk/file",
      body: `customerID,plan\n${customerID},enterprise\n`,
      headers: { "content-type": "text/csv" },
    },
    "GET /api/:environment/bulk/:bulkID/view": { path: `/bulk/${bulkID}/view` },
    "GET /api/:environment/caller-card": { path: "/caller-card?email=nobody@nowhere.example" },
    "GET /api/:environment/customers": { path: `/customers?searchTerm=${unknown}` },
    "POST /api/:environment/customers": {
      path: "/customers",
      body: { companyName: unknown, plan: "essential", term: "monthly", adminUser: { email: "a@acme.example" } },
      headers: { "idempotency-key": randomUUID() },
    },
    "GET /api/:environment/customers/export": { path: `/customers/export?format=csv&searchTerm=${unknown}` },
    "GET /api/:environment/customers/marked": { path: "/customers/marked?pinned=true" },
    "GET /api/:environment/customers/marked/export": { path: "/customers/marked/export?pinned=true" },
    "GET /api/:environment/customers/:customerID": { path: `/customers/${unknown}` },
    "GET /api/:environment/customers/:customerID/activities": { path: `/customers/${unknown}/activities` },
    "GET /api/:environment/customers/:customerID/activities/summary": {
      path: `/customers/${unknown}/activities/summary`,
    },
    "PATCH /api/:environment/customers/:customerID/contract": {
      path: `/customers/${customerID}/contract`,
      body: { plan: "enterprise" },
    },
    "GET /api/:environment/customers/:customerID/jobs": { path: `/customers/${unknown}/jobs` },
    "GET /api/:environment/customers/:customerID/numbers": { path: `/customers/${unknown}/numbers` },
    "GET /api/:environment/jobs": { path: `/jobs?offset=${Math.trunc(Math.random() * 1_000) * 25}` },
    "GET /api/:environment/jobs/events": { path: `/jobs/events?id=${unknown}` },
    "GET /api/:environment/jobs/:jobID": { path: `/jobs/${unknown}` },
    "GET /api/:environment/lookup": { path: "/lookup?q=nobody@nowhere.example" },
    "GET /api/:environment/numbers": { path: "/numbers" },
    "POST /api/:environment/planned": {
      path: "/planned",
      body: { customerID, change: { plan: "professional" }, at, expected: { plan: "essential", term: "monthly" } },
    },
    "POST /api/:environment/planned/:plannedChangeID/resume": {
      path: `/planned/${plannedChangeID}/resume`,
      body: { expected, until: at },
    },
    "POST /api/:environment/planned/:plannedChangeID/revert-now": {
      path: `/planned/${plannedChangeID}/revert-now`,
      body: { expected },
    },
    "POST /api/:environment/probe": { path: "/probe", body: undefined },
    "GET /api/:environment/proposals/:proposalID": { path: `/proposals/${proposal.proposalID}` },
    "POST /api/:environment/proposals/:proposalID/accept": {
      path: `/proposals/${proposal.proposalID}/accept`,
      body: { digest: proposal.digest },
    },
    "GET /api/:environment/webhooks": { path: "/webhooks" },
  };
}

test("each failure of the API comes on each route that lists it, and on no other route", async () => {
  const database = await createStoreDatabase("console", "sqlite");
  onTestFinished(database.drop);
  const prepared = await prepare(database.url);
  let fault: Fault | undefined;
  let isAuthFaulty = false;
  const proxy = await startFaultProxy(prepared.api.origin, ({ url }) =>
    isAuthFaulty || !url.endsWith("/auth") ? fault : undefined,
  );
  onTestFinished(proxy.close);
  const provoked = new Map<string, Set<string>>(listing.map(({ key }) => [key, new Set()]));
  const answered = new Map<string, string[]>();

  async function withConsole(
    index: number,
    from: { fault?: Fault | undefined; isAuthFaulty?: boolean },
    use: (console: TestBff, cookie: string, client: ApiClient) => Promise<void>,
  ): Promise<void> {
    let services: Services | undefined;
    // A creation with an unknown outcome is not checked in the background, because that would be another failing call.
    await queryStore(database.url, 'update "operations" set "dueAt" = null, "followDueAt" = null');
    fault = from.fault;
    isAuthFaulty = from.isAuthFaulty ?? false;
    const isSlow = apiErrors[index] === "upstream_timeout";
    const console = await createTestBff({
      baseUrl: proxy.origin,
      databaseUrl: database.url,
      random: () => 0,
      furtherRooms: [
        servicesRoom((given) => {
          services = given;
        }),
      ],
      ...(isSlow && { clock: createFastClock(20) }),
      // Without known customers, no answer comes from an earlier reading.
      variables: { KNOWN_CUSTOMERS: "off", ...(isSlow && { PROVISIONING_ATTEMPT_SECONDS: "1" }) },
    });
    try {
      const cookie = await console.signIn(ada(index));
      await queryStore(database.url, 'update "sessions" set "secondFactorAt" = "createdAt"');
      const client = services?.clients.get("sandbox");
      if (!client) throw new Error("There is no client of the sandbox");
      const pinning = { cookie, body: { pinned: true } };
      await console.send("PUT", `/api/sandbox/customers/${prepared.customerID}/pin`, pinning);
      await use(console, cookie, client);
    } finally {
      fault = undefined;
      isAuthFaulty = false;
      // For `draining`, the test has already closed the API client, so closing the console fails.
      await console.close().catch((error: unknown) => {
        if (apiErrors[index] !== "draining") throw error;
      });
    }
  }

  async function send(console: TestBff, cookie: string, { key, method }: AnyRoute, error: ApiError): Promise<void> {
    const { path, body, headers } = requestsOf(prepared)[key] as Sent;
    const response = await console.send(method, `/api/sandbox${path}`, {
      cookie,
      body,
      ...(headers && { headers }),
    });
    const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") === true;
    if (!isProblem) await response.body?.cancel();
    const code = isProblem ? ((await response.json()) as { code: string }).code : `${response.status}`;
    answered.set(key, [...(answered.get(key) ?? []), `${error}: ${code}`]);
    provoked.get(key)?.add(code);
  }

  /** Ends every pause. Then makes many good calls, so that the failures of the next route do not open the breaker. */
  async function recover(client: ApiClient): Promise<void> {
    fault = undefined;
    const call = () => ({ requestID: randomUUID(), caller: "test", fresh: true });
    const isGood = () =>
      client.probe(call()).then(
        () => true,
        () => false,
      );
    while (!(await isGood()));
    const pages = Array.from({ length: 12 }, (_, offset) => client.listJobs({ limit: 1, offset }, call()));
    await Promise.allSettled(pages);
  }

  for (const [index, error] of apiErrors.entries()) {
    await withConsole(index, {}, async (console, cookie, client) => {
      const call = (caller: string) => ({ requestID: randomUUID(), caller });
      if (error === "draining") {
        console.bff.drain();
        await client.close();
      } else if (error === "upstream_busy") {
        fault = { kind: "black-hole", passed: false };
        for (let held = 0; held < 32 + 2_000; held += 1) {
          client.getJob(`held-${held}`, call(`caller ${held}`)).catch(() => {});
        }
      }
      for (const route of listing) {
        if (faults[error]) {
          await recover(client);
          fault = faults[error];
        } else if (error === "upstream_paused") {
          // Opens the breaker, and starts a probe that gets no answer. While the probe waits, no other call is sent.
          while (client.status().breaker.state === "closed") {
            fault = { kind: "reset", when: "before" };
            await client.getJob(randomUUID(), call("test")).catch(() => {});
          }
          fault = { kind: "black-hole", passed: false };
          while (client.status().breaker.state !== "half-open") {
            client.probe(call("test")).catch(() => {});
            await setImmediate();
          }
        }
        await send(console, cookie, route, error);
      }
    });
    if (!faults[error]) continue;
    // A write whose request fails may have arrived. Without a token, it was certainly not sent.
    for (const route of listing.filter(({ key }) => !provoked.get(key)?.has(error))) {
      await withConsole(index, { fault: faults[error], isAuthFaulty: true }, (console, cookie) =>
        send(console, cookie, route, error),
      );
    }
  }

  const differences = listing.flatMap((route) => {
    const { key, errors = [] } = route;
    const listed = errors.filter(isApiError);
    const found = [...(provoked.get(key) ?? [])].filter(isApiError);
    const missing = listed.filter((code) => !found.includes(code));
    const all = [...errorsOfRoute(route).values()].flat();
    const unlisted = found.filter((code) => !all.includes(code));
    return missing.length + unlisted.length === 0 ? [] : [{ key, missing, unlisted, answered: answered.get(key) }];
  });
  expect(differences).toEqual([]);
}, 300_000);
