import { expect, test } from "vitest";
import { recentFactorMs } from "#lib/contract/console/session.ts";
import { approvalAnswerSchema } from "#lib/contract/operations/approval.ts";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { writeSubjects } from "#lib/operation-kinds/write-subjects.ts";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { type RefusalCause, refusalCauses } from "#lib/why-not/why-refused.ts";
import { setApprovalRules } from "#tests/fixtures/approvals/approval-console.ts";
import { testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import {
  type Attempt,
  namedReason,
  problemOf,
  type RefusalConsole,
  startRefusalConsole,
  type WriteName,
  writes,
} from "./refusal-console.ts";

interface Arranged {
  /** Values that replace the default values of the attempt. */
  attempt?: Partial<Attempt>;
  /**
   * Removes the cause as a person would. Returns new values for the next attempt. If the step itself sends the write,
   * returns its answer.
   */
  step: (problem: ShownProblem, attempt: Attempt) => Promise<Partial<Attempt> | Response | undefined>;
}

interface Row {
  /** The cause. Default: the name of the row. */
  cause?: RefusalCause;
  /** The URL of the page with the step. Undefined if the step is on the page of the write itself. */
  href?: RegExp;
  arrange: (refusalConsole: RefusalConsole, name: WriteName) => Promise<Arranged>;
  /** The writes that are never refused because of this cause. The value explains why. */
  not: Partial<Record<WriteName, string>>;
}

const noContract = {
  "new customer": "there is no customer yet",
  "bulk change": "the row is skipped and says why; the bulk change itself goes on",
  policy: "it concerns no customer",
};
const noApi = { policy: "it does not reach the API" };

/** The step if requests are paused: an administrator sends a test request, and the API answers again. */
const probed = async (refusalConsole: RefusalConsole) => {
  refusalConsole.answerWith(undefined);
  expect((await refusalConsole.post("/api/sandbox/probe", refusalConsole.ada)).status).toBe(200);
  return undefined;
};
const noPausedApi = { ...noApi, "bulk change": "its worker waits until requests are sent again" };

const rows: Readonly<Record<string, Row>> = {
  role: {
    href: /^\/account$/,
    async arrange(refusalConsole, name) {
      const email = "vera@test.example";
      return {
        attempt: { cookie: await refusalConsole.signIn(email) },
        async step() {
          await refusalConsole.changeStaff(email, { role: name === "policy" ? "administrator" : "editor" });
          return { cookie: await refusalConsole.signIn(email) };
        },
      };
    },
    not: {},
  },
  environment: {
    href: /^\/account$/,
    async arrange(refusalConsole) {
      const email = "petra@test.example";
      return {
        attempt: { cookie: await refusalConsole.signIn(email) },
        async step() {
          await refusalConsole.changeStaff(email, { environments: ["production", "sandbox"] });
          return { cookie: await refusalConsole.signIn(email) };
        },
      };
    },
    not: { policy: "it belongs to no environment" },
  },
  factor: {
    href: /^\/second-factor$/,
    async arrange(refusalConsole) {
      const { policy } = (await (await refusalConsole.get("/api/policy", refusalConsole.ada)).json()) as {
        policy: { version: number };
      };
      const body = { secondFactorRequired: true, ssoRequired: false, version: policy.version };
      expect((await refusalConsole.send("PUT", "/api/policy", { cookie: refusalConsole.ada, body })).status).toBe(200);
      return {
        step: async (_problem, { cookie }) => {
          const enrolled = await refusalConsole.enrol(cookie);
          if (cookie === refusalConsole.ada) refusalConsole.ada = enrolled;
          else refusalConsole.edith = enrolled;
          return { cookie: enrolled };
        },
      };
    },
    not: {},
  },
  confirm: {
    async arrange(refusalConsole) {
      refusalConsole.pass(recentFactorMs);
      return {
        async step(_problem, { cookie }) {
          await refusalConsole.post("/api/session/step-up", cookie, { password: testPassword });
          return undefined;
        },
      };
    },
    not: {
      "contract change": "one customer needs no proof",
      "new customer": "one customer needs no proof",
      "planned change": "one customer needs no proof",
      "bulk change": "only a large one needs it, which its own tests prove",
    },
  },
  approval: {
    async arrange(refusalConsole, name) {
      await setApprovalRules(refusalConsole.console, refusalConsole.ada, { singleChanges: true, bulkRows: 1 });
      return {
        async step(_problem, { cookie, customerID, bulkID }) {
          const contract = { change: { plan: "professional" }, expected: { plan: "essential", term: "monthly" } };
          const isBulk = name === "bulk change";
          const body = isBulk ? { kind: "bulk", bulkID } : { kind: "change", customerID, ...contract };
          const asked = await refusalConsole.post("/api/sandbox/approvals", cookie, body);
          const { approvalID, digest } = approvalAnswerSchema.parse(await asked.json()).approval;
          const approved = await refusalConsole.post(
            `/api/sandbox/approvals/${approvalID}/approve`,
            refusalConsole.emil,
            { digest },
          );
          expect(approved.status).toBe(200);
          // Approving a single change also sends the change. A bulk change waits until the requester starts it.
          return isBulk ? undefined : approved;
        },
      };
    },
    not: {
      "new customer": "no rule asks for approval of a single new customer",
      "planned change": "it is kept, and waits for its approval",
      policy: "it needs an administrator with a recent proof",
    },
  },
  reference: {
    async arrange(refusalConsole) {
      const body = { ticketFor: writeSubjects, reasonFor: writeSubjects, version: 0 };
      expect(
        (await refusalConsole.send("PUT", "/api/policy/tickets", { cookie: refusalConsole.ada, body })).status,
      ).toBe(200);
      return { step: async () => ({ reference: { ticket: "INC-1", reason: "Asked for by phone" } }) };
    },
    not: { policy: "it has no ticket" },
  },
  deleted: {
    href: /^\/sandbox\/customers\/new$/,
    arrange: async (refusalConsole) => ({
      attempt: { customerID: refusalConsole.gone.customerID },
      // A deleted customer cannot be restored. So the step creates another customer.
      async step() {
        const { operation } = operationAnswerSchema.parse(
          await (await writes["new customer"](refusalConsole, { cookie: refusalConsole.edith, customerID: "" })).json(),
        );
        expect(await refusalConsole.endJobs(operation.customerID ?? "")).toBe(0);
        return { customerID: operation.customerID ?? "" };
      },
    }),
    not: { ...noContract, "planned change": "a deleted customer offers none" },
  },
  job: {
    href: /^\/sandbox\/jobs\/./,
    async arrange(refusalConsole) {
      const made = await writes["new customer"](refusalConsole, { cookie: refusalConsole.edith, customerID: "" });
      const customerID = operationAnswerSchema.parse(await made.json()).operation.customerID ?? "";
      return {
        attempt: { customerID },
        async step() {
          expect(await refusalConsole.endJobs(customerID)).toBe(0);
          return undefined;
        },
      };
    },
    not: { ...noContract, "planned change": "it is sent later, and waits for the job then" },
  },
  planned: {
    href: /^\/sandbox\/planned\/./,
    async arrange(refusalConsole) {
      const attempt = { cookie: refusalConsole.edith, customerID: refusalConsole.kept.customerID };
      expect((await writes["planned change"](refusalConsole, attempt)).status).toBe(201);
      return {
        async step({ plannedChangeID }) {
          await refusalConsole.post(`/api/sandbox/planned/${plannedChangeID}/cancel`, refusalConsole.edith);
          return undefined;
        },
      };
    },
    not: { ...noContract, "contract change": "it is sent, and suspends the planned change" },
  },
  paused: {
    href: /^\/sandbox\/api-status$/,
    async arrange(refusalConsole) {
      refusalConsole.answerWith({ kind: "answer", status: 429, headers: { "retry-after": "3600" }, body: "" });
      await refusalConsole.get("/api/sandbox/jobs", refusalConsole.edith);
      return { step: () => probed(refusalConsole) };
    },
    not: noPausedApi,
  },
  "paused by failures": {
    cause: "paused",
    href: /^\/sandbox\/api-status$/,
    async arrange(refusalConsole) {
      refusalConsole.answerWith({ kind: "answer", status: 503, body: "" });
      const paused = async () =>
        (await problemOf(await refusalConsole.get("/api/sandbox/jobs", refusalConsole.edith))).code ===
        "upstream_paused";
      await expect.poll(paused).toBe(true);
      return { step: () => probed(refusalConsole) };
    },
    not: noPausedApi,
  },
};

/** The causes that have no row here. The value explains why. */
const elsewhere = {
  credentials: "a key is corrected in the configuration, followed by a start of the console",
  bulks: "it takes 50 unfinished bulk changes, which the tests of bulk changes make",
  plans: "it takes 50 planned changes of one person, which the tests of planned changes make",
  imports: "an upload is refused, which the tests of imports make",
} satisfies Partial<Record<RefusalCause, string>>;

test("each cause has a case here, or names the test that covers it", () => {
  const proven = Object.entries(rows).map(([name, { cause }]) => cause ?? name);
  expect(new Set([...proven, ...Object.keys(elsewhere)])).toEqual(new Set(refusalCauses));
});

const names = Object.keys(writes) as WriteName[];
const cells = Object.entries(rows).flatMap(([reason, row]) =>
  names.filter((name) => row.not[name] === undefined).map((name) => ({ reason, name, row })),
);

test.each(cells)(
  "the step removes the cause when $name is refused because of $reason",
  async ({ reason, name, row }) => {
    const refusalConsole = await startRefusalConsole();
    const { attempt: given, step } = await row.arrange(refusalConsole, name);
    const attempt: Attempt = {
      cookie: name === "policy" ? refusalConsole.ada : refusalConsole.edith,
      customerID: refusalConsole.kept.customerID,
      ...given,
    };
    const refused = await writes[name](refusalConsole, attempt);
    expect(refused.ok).toBe(false);
    const problem = await problemOf(refused);
    const cause = row.cause ?? reason;
    expect(await namedReason(refusalConsole, name, attempt, problem)).toEqual({
      cause,
      ...(row.href && { href: expect.stringMatching(row.href) }),
    });
    const done = await step(problem, attempt);
    const answer = done instanceof Response ? done : await writes[name](refusalConsole, { ...attempt, ...done });
    expect([answer.ok, await answer.text()]).toEqual([true, expect.any(String)]);
  },
);
