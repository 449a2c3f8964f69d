import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { CustomerStrip } from "#components/customers/detail/strip/customer-strip.tsx";
import { RequestPanel } from "#components/operations/request-panel.tsx";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const asOf = "2026-11-20T09:30:00.000Z";
const contract = { plan: "essential", term: "monthly" };

/** A change that the API has accepted. The customer still has the old contract. */
const operation: Operation = {
  operationID: "o1",
  kind: "change-contract",
  environment: "sandbox",
  state: "accepted",
  outcome: "running",
  effect: "awaited",
  actor: { staffID: "s1", email: "edith@test.example" },
  customerID: "c1",
  request: { plan: "enterprise", expected: contract },
  before: contract,
  after: contract,
  createdAt: asOf,
};

const facts = (operations: readonly Operation[]) =>
  shownText(
    <QueryClientProvider client={new QueryClient()}>
      <CustomerStrip
        environment="sandbox"
        reading={{
          data: {
            customer: { customerID: "c1", companyName: "Acme", deleted: false, contract, adminUser: {}, raw: {} },
            asOf,
          },
          error: null,
          isFetching: false,
          refetch: () => undefined,
        }}
        operations={operations}
        history={undefined}
        jobs={undefined}
        notes={undefined}
        planned={undefined}
        signInHref="/sign-in"
      />
    </QueryClientProvider>,
  );

test("a customer's page shows, beside the contract, the accepted value that the API does not show yet", () => {
  expect(facts([operation])).toContain("EssentialEnterprise: accepted, not yet in force");
  expect(facts([{ ...operation, effect: undefined }])).not.toContain("not yet in force");
});

test("an operation's request shows the value that was requested, and not the one that the API showed afterwards", () => {
  expect(shownText(<RequestPanel operation={operation} />)).toContain("Essential → Enterprise");
});
