import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { CustomerStrip } from "#components/customers/detail/strip/customer-strip.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import type { Session } from "#lib/contract/console/session.ts";
import type { CustomerAnswer } from "#lib/contract/customers/customer.ts";
import type { CustomerHistory } from "#lib/contract/customers/customer-history.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { lastChange, troubledOperation } from "#lib/customers/customer-facts.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const session = {
  staff: { staffID: "1", role: "viewer" },
  environments: ["sandbox"],
  asOf: "2026-11-24T12:00:00.000Z",
};

const customer = {
  customerID: "c1",
  companyName: "Acme",
  deleted: false,
  contract: { plan: "essential", term: "monthly" },
  adminUser: {},
  raw: {},
};

const done: Operation = {
  operationID: "done",
  kind: "change-contract",
  environment: "sandbox",
  verifiesEffect: true,
  state: "accepted",
  outcome: "done",
  actor: { staffID: "s1", email: "edith@test.example" },
  customerID: "c1",
  request: { plan: "essential" },
  before: { plan: "enterprise", term: "monthly" },
  createdAt: "2026-11-20T09:30:00.000Z",
  confirmedAt: "2026-11-20T09:30:02.000Z",
};

const refused: Operation = {
  ...done,
  operationID: "refused",
  state: "rejected",
  outcome: "refused",
  createdAt: "2026-11-21T09:30:00.000Z",
  sentAt: "2026-11-21T09:30:01.000Z",
  confirmedAt: undefined,
  request: { plan: "professional" },
  before: customer.contract,
  problem: {
    type: "urn:x",
    title: "Refused",
    status: 400,
    detail: "The API refused this request.",
    code: "upstream_refused",
    upstreamStatus: 400,
    errors: [{ field: "plan", message: `is not available in\nthis country${"!".repeat(400)}` }],
    requestID: "r-1",
  },
};

const elsewhere = (before: string): CustomerHistory => ({
  states: [
    {
      from: before,
      until: before,
      customer,
      cause: { kind: "elsewhere" },
      changed: {
        members: [{ member: "usersCount", before: 12, after: 14 }],
        after: "2026-11-19T08:00:00.000Z",
        before,
      },
    },
  ],
  total: 1,
  asOf: before,
});

const text = (
  operations: readonly Operation[],
  history?: CustomerHistory,
  answer: CustomerAnswer = { customer, asOf: done.createdAt },
) =>
  shownText(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider session={session as unknown as Session}>
        <CustomerStrip
          environment="sandbox"
          reading={{
            data: answer,
            error: null,
            isFetching: false,
            refetch: () => undefined,
          }}
          operations={operations}
          history={history}
          jobs={undefined}
          notes={undefined}
          planned={undefined}
          signInHref="/sign-in"
        />
      </SessionProvider>
    </QueryClientProvider>,
  );

describe("a customer's strip", () => {
  test("the strip begins with the last refusal, in the API's own message on one line of limited length", () => {
    const shown = text([refused, done]);
    expect(shown).toMatch(/^Needs attentionPlan: Essential\s+ProfessionalRefused by the API/);
    expect(shown).toContain("plan: is not available in this country!");
    expect(shown).not.toContain("!".repeat(300));
    expect(shown).toContain("…");
  });

  test("the strip shows the age of a value that is older than the rest", () => {
    const older = { ...customer, usersCount: 7 };
    const at = "2026-11-24T09:00:00.000Z";
    const shown = text([], undefined, { customer: older, asOf: done.createdAt, memberSeenAt: { usersCount: at } });
    expect(shown).toMatch(/Users7Read 3 h.* ago/);
    expect(text([], undefined, { customer: older, asOf: done.createdAt })).not.toContain("Read");
  });

  test("the strip shows the last change with its result and its person, and nothing for missing data", () => {
    const shown = text([done]);
    expect(shown).toMatch(/Last changePlan: Enterprise\s+EssentialVerified/);
    expect(shown).toContain("by edith@test.example");
    expect(shown).not.toContain("Needs attention");
    expect(text([])).not.toContain("Last change");
  });

  test("the strip shows a change outside Switchboard if it is newer", () => {
    expect(text([done], elsewhere("2026-11-20T12:00:00.000Z"))).toContain(
      "Last changeNumber of users: 12 → 14 outside Switchboard between",
    );
    expect(lastChange([done], elsewhere("2026-11-19T12:00:00.000Z"))?.kind).toBe("operation");
  });
});

describe("the operation that needs attention", () => {
  test.each([
    ["a refused operation, if it is the newest finished operation", [refused, done], "refused"],
    ["undefined, if a later operation succeeded", [{ ...done, operationID: "later" }, refused], undefined],
    [
      "an unknown outcome, however old it is",
      [done, { ...refused, operationID: "lost", outcome: "unknown" as const }],
      "lost",
    ],
    [
      "a failed operation, while another operation is running",
      [{ ...done, outcome: "running" as const }, refused],
      "refused",
    ],
    ["undefined, if the operation was prevented", [{ ...refused, outcome: "prevented" as const }], undefined],
  ])("the operation is %s", (_, operations, operationID) => {
    expect(troubledOperation(operations)?.operationID).toBe(operationID);
  });
});
