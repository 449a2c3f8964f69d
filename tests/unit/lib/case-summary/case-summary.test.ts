import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CaseFacts, caseSummary, redactAddresses } from "#lib/case-summary/case-summary.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";

const customer: Customer = {
  customerID: "c-1",
  companyName: "Acme",
  usersCount: 12,
  created: "2026-11-02T14:03:00.000Z",
  deleted: false,
  contract: { plan: "essential" },
  adminUser: { email: "anna.smith@acme.example" },
  raw: {},
};

const operation: Operation = {
  operationID: "o-1",
  kind: "change-contract",
  environment: "sandbox",
  state: "rejected",
  outcome: "refused",
  actor: { staffID: "s-1", email: "edith@partner.example" },
  request: { plan: "professional" },
  before: { plan: "essential" },
  createdAt: "2026-11-20T10:00:00.000Z",
  settledAt: "2026-11-20T10:00:01.000Z",
  problem: {
    type: "urn:x",
    title: "Refused",
    status: 400,
    detail: "no",
    code: "upstream_refused",
    errors: [],
    requestID: "r-1",
  },
};

const facts: CaseFacts = {
  environment: "sandbox",
  permalink: "https://switchboard.example/sandbox/customers/c-1",
  customerID: "c-1",
  customer,
  operations: [operation],
  jobs: [],
  parts: [
    { name: "record", asOf: "2026-11-21T08:00:00.000Z", stale: true },
    { name: "numbers", problem: { code: "upstream_failed", requestID: "r-2" } },
  ],
  copiedAt: "2026-11-21T08:00:05.000Z",
};

describe("caseBundle", () => {
  test("an as-on answer names the readings that it comes from, and claims no value without one on both sides", () => {
    const side = (value: string, minute: number) => ({ value, seenAt: `2026-11-20T10:${minute}:00.000Z` });
    const members: NonNullable<CaseFacts["asOn"]>["members"] = [
      { member: "companyName", answer: "same", before: side("Acme", 10), after: side("Acme", 20) },
      { member: "plan", answer: "changed", before: side("essential", 10), after: side("professional", 20) },
      { member: "term", answer: "not-seen", after: side("monthly", 20) },
      { member: "email", answer: "not-seen", before: side("anna.smith@acme.example", 10) },
    ];
    const text = caseSummary({ ...facts, asOn: { at: "2026-11-20T10:15:00.000Z", answer: "not-seen", members } });
    expect(text).toContain(
      [
        "As on 2026-11-20T10:15:00.000Z: not seen at this time",
        "- Name: Acme (read 2026-11-20T10:10:00.000Z and 2026-11-20T10:20:00.000Z)",
        "- Plan: Essential (2026-11-20T10:10:00.000Z) -> Professional (2026-11-20T10:20:00.000Z)",
        "- Term: not known, first seen as Monthly (2026-11-20T10:20:00.000Z)",
        "- Administrator e-mail: not known, last seen as a…@acme.example (2026-11-20T10:10:00.000Z)",
        "",
      ].join("\n"),
    );
  });

  test.each([
    ["active", {}, []],
    ["being created", { creation: { outcome: "running", outcomeDetail: "running", jobID: "j-1" } }, []],
    ["being created", {}, [{ jobID: "j-2", type: "create-customer", state: "running", stateText: "running" }]],
    ["creation failed", { creation: { outcome: "failed", outcomeDetail: "failed" } }, []],
    ["creation failed, deleted", { deleted: true, creation: { outcome: "failed", outcomeDetail: "failed" } }, []],
    ["deleted 2026-11-03T00:00:00.000Z", { deleted: true, deletedAt: "2026-11-03T00:00:00.000Z" }, []],
  ])("says that a customer is %s", (state, changes, jobs) => {
    const summary = caseSummary({ ...facts, customer: { ...customer, ...changes } as Customer, jobs: jobs as never });
    expect(summary).toContain(`\nState: ${state}\n`);
  });

  test("holds what a ticket needs, in lines of plain text", () => {
    expect(caseSummary(facts)).toBe(
      [
        "Switchboard case summary",
        "Environment: SANDBOX",
        "Page: https://switchboard.example/sandbox/customers/c-1",
        "Customer ID: c-1",
        "Company: Acme",
        "State: active",
        "Plan: essential",
        "Term: not provided",
        "Users: 12",
        "Administrator: a…@acme.example",
        "Created: 2026-11-02T14:03:00.000Z",
        "Copied: 2026-11-21T08:00:05.000Z (all times are UTC)",
        "",
        "Operations, newest first:",
        "- o-1 refused, plan: essential -> professional, by e…@partner.example",
        "  started 2026-11-20T10:00:00.000Z, settled 2026-11-20T10:00:01.000Z",
        "  problem upstream_refused, request r-1",
        "",
        "Read at:",
        "- record: last successful read 2026-11-21T08:00:00.000Z",
        "- numbers: not read; failed: upstream_failed, request r-2",
        "",
      ].join("\n"),
    );
  });

  test("says so where the customer could not be read", () => {
    const { customer: _, ...unread } = facts;
    expect(caseSummary(unread)).toContain("Customer: not read");
  });

  test("has a name of several lines in one, so that nothing can be forged in a ticket", () => {
    const text = caseSummary({ ...facts, customer: { ...customer, companyName: "Acme\nPlan: free\u2028x" } });
    expect(text).toContain("Company: Acme Plan: free x\n");
  });
});

describe("redactAddresses", () => {
  test.each([
    ["anna@acme.example", "a…@acme.example"],
    ["<anna@acme.example>, bob@b.example;", "<a…@acme.example>, b…@b.example;"],
    ['"anna smith"@acme.example', "a…@acme.example"],
    ["a@b@acme.example", "a…@acme.example"],
    ["öznur@şirket.example", "ö…@şirket.example"],
    ["@home Pflegedienst", "@home Pflegedienst"],
    ["no address", "no address"],
  ])("%s becomes %s", (text, redacted) => {
    expect(redactAddresses(text)).toBe(redacted);
  });

  test("no address stays complete, in any member", () => {
    const around = fc.string({ maxLength: 20 }).filter((text) => !text.includes("@"));
    fc.assert(
      fc.property(around, fc.emailAddress(), around, (before, email, after) => {
        expect(redactAddresses(`${before} ${email} ${after}`)).not.toContain(` ${email} `);
      }),
      { examples: [["", "ab@c.example", ""]] },
    );
  });
});
