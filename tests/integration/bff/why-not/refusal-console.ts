import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { type Role, sessionSchema } from "#lib/contract/console/session.ts";
import { customerJobsSchema } from "#lib/contract/customers/customer-jobs.ts";
import { bulkAnswerSchema, bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import { operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { api } from "#lib/paths.ts";
import { type ShownProblem, toShownProblem } from "#lib/requests/shown-problem.ts";
import { refusalCause, whyContractHeld, whyRefused } from "#lib/why-not/why-refused.ts";
import { systemClock } from "#server/api-client/clock.ts";
import { listen } from "#server/provisioning/listen.ts";
import { type Fault, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { keyVariables } from "#tests/fixtures/console/key-variables.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";
import { createTestService, credentials, customer } from "#tests/service/provisioning/test-service.ts";

/** The values for an attempt to write. */
export interface Attempt {
  cookie: string;
  customerID: string;
  /** The ticket and the reason. */
  reference?: object;
  /** A checked bulk change. Its first row was not sent yet. */
  bulkID?: string;
}

export type RefusalConsole = Awaited<ReturnType<typeof startRefusalConsole>>;

/** Parses the problem in an answer into the form that pages use. */
export const problemOf = async (response: Response): Promise<ShownProblem> =>
  toShownProblem(operationProblemSchema.parse(await response.json()));

/**
 * Starts our own service, a proxy in front of it, and a console in front of the proxy. The console has people with
 * every role.
 */
export async function startRefusalConsole() {
  const kept = customer(48);
  const gone = customer(60, { deletedMs: Date.now() });
  const service = await createTestService({ customers: { sandbox: [kept, gone] }, creationMs: 60_000 });
  service.clock.nowMs = Date.now();
  const listener = await listen({ fetch: service.app.fetch, host: "127.0.0.1", port: 0 });
  let fault: Fault | undefined;
  const proxy = await startFaultProxy(listener.origin, ({ url }) => (url.endsWith("/auth") ? undefined : fault));
  let aheadMs = 0;
  const console = await createTestBff({
    baseUrl: proxy.origin,
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    staff: [
      { email: "edith@test.example", role: "editor" },
      { email: "emil@test.example", role: "editor" },
      { email: "petra@test.example", role: "editor", environments: ["production"] },
      { email: "vera@test.example", role: "viewer" },
      { email: "ada@test.example", role: "administrator" },
    ],
    variables: keyVariables(credentials),
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await listener.close();
    await service.store.close();
  });
  const { signIn, send } = console;
  const [edith, emil, ada] = [
    await signIn("edith@test.example"),
    await signIn("emil@test.example"),
    await signIn("ada@test.example"),
  ];
  const get = (path: string, cookie: string) => send("GET", path, { cookie });
  const post = (path: string, cookie: string, body?: unknown) => send("POST", path, { cookie, body });
  return {
    console,
    service,
    edith,
    emil,
    ada,
    get,
    post,
    kept,
    gone,
    signIn,
    send,
    /** Sets the API's answer to all requests except sign-ins. If undefined, the API gives its own answers. */
    answerWith: (given: Fault | undefined) => {
      fault = given;
    },
    pass: (ms: number) => {
      aheadMs += ms;
    },
    /** Ends the API's jobs, and waits until the console has read their end. */
    async endJobs(customerID: string): Promise<number> {
      for (let turn = 0; turn < 9; turn += 1) {
        service.clock.nowMs += 60_000;
        service.engine.wake();
        await service.engine.settled();
      }
      const answer = await get(api.customerJobs("sandbox", customerID), edith);
      return customerJobsSchema.parse(await answer.json()).jobs.length;
    },
    /** Sets up an authenticator app. Returns the new cookie of the session. */
    async enrol(cookie: string): Promise<string> {
      const { secret } = (await (await post("/api/me/totp", cookie)).json()) as { secret: string };
      const confirmed = await post("/api/me/totp/confirm", cookie, { code: codeAt(secret, Date.now() + aheadMs) });
      return confirmed.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    },
    /** Changes a person's role or environments, as an administrator. */
    async changeStaff(email: string, change: { role?: Role; environments?: string[] }): Promise<void> {
      const { staff } = (await (await get("/api/staff?limit=100", ada)).json()) as {
        staff: { staffID: string; email: string }[];
      };
      const staffID = staff.find((one) => one.email === email)?.staffID ?? "";
      await send("PATCH", api.staffMember(staffID), { cookie: ada, body: change });
    },
  };
}

const contract = { plan: "essential", term: "monthly" };
const change = { plan: "professional" };

/** All writes of the console that can be refused. Each function sends a write as its page does. */
export const writes = {
  "contract change": (refusalConsole: RefusalConsole, { cookie, customerID, reference }: Attempt) =>
    refusalConsole.send("PATCH", contractAddress("sandbox", customerID), {
      cookie,
      body: { ...change, expected: contract, console: reference },
    }),
  "new customer": (refusalConsole: RefusalConsole, { cookie, reference }: Attempt) =>
    refusalConsole.send("POST", "/api/sandbox/customers", {
      cookie,
      headers: { "idempotency-key": randomUUID() },
      body: { companyName: "Made", ...contract, adminUser: { email: "m@made.example" }, console: reference },
    }),
  "planned change": (refusalConsole: RefusalConsole, { cookie, customerID, reference }: Attempt) =>
    refusalConsole.post("/api/sandbox/planned", cookie, {
      customerID,
      change,
      expected: contract,
      console: reference,
      at: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  async "bulk change"(refusalConsole: RefusalConsole, attempt: Attempt): Promise<Response> {
    const { cookie, customerID, reference } = attempt;
    if (attempt.bulkID === undefined) {
      const source = { kind: "ids", customerIDs: [customerID] };
      const begun = await refusalConsole.post("/api/sandbox/bulk", cookie, { change, source, console: reference });
      if (!begun.ok) return begun;
      attempt.bulkID = bulkAnswerSchema.parse(await begun.json()).bulk.bulkID;
    }
    const path = `/api/sandbox/bulk/${attempt.bulkID}`;
    for (;;) {
      const { bulk } = bulkDetailSchema.parse(await (await refusalConsole.get(path, refusalConsole.edith)).json());
      if (bulk.state !== "checking") return refusalConsole.post(`${path}/resume`, cookie);
      await setTimeout(25);
    }
  },
  policy: (refusalConsole: RefusalConsole, { cookie }: Attempt) =>
    refusalConsole.send("PUT", "/api/policy/tickets", { cookie, body: { ticketFor: [], reasonFor: [], version: 0 } }),
} as const;

export type WriteName = keyof typeof writes;

/**
 * Finds the reason as the page of the write does. The page first checks the customer, the customer's jobs and the
 * session. If none of them is the reason, the page uses the answer to the refused request.
 */
export async function namedReason(
  refusalConsole: RefusalConsole,
  name: WriteName,
  attempt: Attempt,
  problem: ShownProblem,
) {
  const { cookie, customerID } = attempt;
  const session = sessionSchema.parse(await (await refusalConsole.get("/api/session", cookie)).json());
  if (name === "contract change") {
    const found = await refusalConsole.get(api.customer("sandbox", customerID), cookie);
    const jobs = await refusalConsole.get(api.customerJobs("sandbox", customerID), cookie);
    if (found.ok && jobs.ok) {
      const { deleted } = ((await found.json()) as { customer: { deleted: boolean } }).customer;
      const jobIDs = customerJobsSchema.parse(await jobs.json()).jobs.map(({ jobID }) => jobID);
      const held = whyContractHeld("sandbox", { role: session.staff.role, deleted, jobIDs });
      if (held) return held;
    }
  }
  const elsewhere = whyRefused("sandbox", problem, session.environments);
  return elsewhere ?? { cause: refusalCause(problem) };
}
