import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CaseFacts, caseSummary, escapeMarkdown, redactAddresses } from "#lib/case-summary/case-summary.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { maxSentence } from "#lib/operations/result-sentence.ts";

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

const facts: CaseFacts = {
  environment: "sandbox",
  permalink: "https://switchboard.example/sandbox/customers/c-1",
  customerID: "c-1",
  customer,
  ticket: "INC-5",
  changes: [
    {
      at: "2026-11-20T10:00:00.000Z",
      what: "Plan: Essential → Professional",
      result: "Refused by the API",
      reason: { text: "plan: is *not* available", isFromAPI: true },
      by: "edith@partner.example",
      ticket: "INC-4",
    },
    { at: "2026-11-19T10:00:00.000Z", what: "Number of users: 10 → 12", result: "Changed outside Switchboard" },
  ],
  planned: {
    what: "Change plan to Enterprise, temporarily",
    state: "Scheduled",
    starts: "2026-12-01T00:00:00.000Z",
    ends: "2026-12-31T00:00:00.000Z",
  },
  jobs: [],
  copiedAt: "2026-11-21T08:00:05.000Z",
};

describe("a case summary", () => {
  test.each([
    ["active", {}, []],
    ["being created", { creation: { outcome: "running", outcomeDetail: "running", jobID: "j-1" } }, []],
    ["being created", {}, [{ jobID: "j-2", type: "create-customer", state: "running", stateText: "running" }]],
    ["creation failed", { creation: { outcome: "failed", outcomeDetail: "failed" } }, []],
    ["creation failed, deleted", { deleted: true, creation: { outcome: "failed", outcomeDetail: "failed" } }, []],
    ["deleted 2026-11-03 00:00 UTC", { deleted: true, deletedAt: "2026-11-03T00:00:00.000Z" }, []],
  ])("the summary says that a customer is %s", (state, changes, jobs) => {
    const summary = caseSummary({ ...facts, customer: { ...customer, ...changes } as Customer, jobs: jobs as never });
    expect(summary).toContain(`; ${state}\n`);
  });

  test("the summary contains what a colleague needs, in lines of plain text", () => {
    expect(caseSummary(facts)).toBe(
      [
        "Acme (Sandbox)",
        "https://switchboard.example/sandbox/customers/c-1",
        "Customer ID: c-1",
        "Ticket: INC-5",
        "Contract: Essential, term not provided; 12 users; administrator a…@acme.example; active",
        "Planned next: Change plan to Enterprise, temporarily, starts 2026-12-01 00:00 UTC, ends 2026-12-31 00:00 UTC, Scheduled",
        "Requested or changed, newest first:",
        "- 2026-11-20 10:00 UTC: Plan: Essential → Professional. Refused by the API: “plan: is *not* available” (e…@partner.example, INC-4)",
        "- 2026-11-19 10:00 UTC: Number of users: 10 → 12. Changed outside Switchboard",
        "Copied from Switchboard 2026-11-21 08:00 UTC",
        "",
      ].join("\n"),
    );
  });

  test("the summary in Markdown contains the same facts, with every text from outside literal", () => {
    expect(caseSummary({ ...facts, pinnedNote: "Calls at noon.\nNot before." }, "markdown")).toBe(
      [
        "### Acme (Sandbox)",
        "",
        "- <https://switchboard.example/sandbox/customers/c-1>",
        "- **Customer ID:** c-1",
        "- **Ticket:** INC-5",
        "- **Contract:** Essential, term not provided; 12 users; administrator a…\\@acme\\.example; active",
        "- **Planned next:** Change plan to Enterprise, temporarily, starts 2026-12-01 00:00 UTC, ends 2026-12-31 00:00 UTC, Scheduled",
        "- **Pinned note:** Calls at noon. Not before.",
        "",
        "**Requested or changed, newest first**",
        "",
        "- 2026-11-20 10:00 UTC: Plan: Essential → Professional. Refused by the API: “plan: is \\*not\\* available” (e…\\@partner\\.example, INC-4)",
        "- 2026-11-19 10:00 UTC: Number of users: 10 → 12. Changed outside Switchboard",
        "",
        "Copied from Switchboard 2026-11-21 08:00 UTC",
        "",
      ].join("\n"),
    );
  });

  test("the summary contains the pinned note only if the person wants it", () => {
    expect(caseSummary(facts)).not.toContain("Pinned note");
    expect(caseSummary({ ...facts, pinnedNote: "Calls at noon." })).toContain("\nPinned note: Calls at noon.\n");
  });

  test("the summary contains what is known about a time that the person asked for", () => {
    const seenAt = "2026-11-10T08:00:00.000Z";
    const asOn: CaseFacts["asOn"] = {
      at: "2026-11-12T09:30:00.000Z",
      answer: "not-seen",
      members: [{ member: "plan", answer: "not-seen", before: { value: "essential", seenAt } }],
    };
    expect(caseSummary({ ...facts, asOn })).toContain(
      "\nAs on 2026-11-12 09:30 UTC, not seen at this time:\n- Plan: not seen at this time; before: Essential (2026-11-10 08:00 UTC); after: not seen\n",
    );
  });

  test("the summary dates a value that is older than the rest of the customer", () => {
    const summary = caseSummary({ ...facts, memberSeenAt: { email: "2026-11-20T07:00:00.000Z" } });
    expect(summary).toMatch(/; administrator \S+ \(read 2026-11-20 07:00 UTC\); /);
    expect(caseSummary(facts)).not.toContain("(read ");
  });

  test("the summary says what was not read, and how old the contract is if the API gives nothing newer", () => {
    const { customer: _, ...unread } = facts;
    const summary = caseSummary({ ...unread, changes: undefined, customerStaleSince: "2026-11-21T07:00:00.000Z" });
    expect(summary).toContain("Customer (Sandbox)\n");
    expect(summary).toContain("\nContract: not read\n");
    expect(summary).toContain("\nRequested or changed, newest first: not read\n");
    expect(summary).toContain("\nThe API gives no newer contract than of: 2026-11-21 07:00 UTC\n");
  });

  test.each(["text", "markdown"] as const)(
    "the summary puts a text of several lines into one line, so that nothing can be forged (%s)",
    (format) => {
      const forged = "Acme\nTicket: INC-9\u2028- x";
      const hostile = caseSummary(
        {
          ...facts,
          customer: { ...customer, companyName: forged },
          changes: [
            {
              at: facts.copiedAt,
              what: forged,
              result: forged,
              reason: { text: `${forged}${"y".repeat(100_000)}`, isFromAPI: true },
              by: forged,
              ticket: forged,
            },
          ],
          planned: { what: forged, state: forged },
          jobs: [{ jobID: forged, state: "unknown", stateText: forged, steps: [] }],
          pinnedNote: forged,
        },
        format,
      );
      const lines = hostile.split("\n").filter((line) => line.startsWith("Ticket: INC-9") || line.startsWith("- x"));
      expect(lines).toEqual([]);
      expect(hostile.length).toBeLessThan(10 * maxSentence);
    },
  );
});

describe("a text in Markdown", () => {
  test.each([
    ["[click](https://evil.example)", "\\[click\\](https\\://evil\\.example)"],
    ["<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)\\>"],
    ["www.evil.example", "www\\.evil\\.example"],
    [
      "![a](b) `c` *d* _e_ ~f~ |g| #1 @h &amp;",
      "\\!\\[a\\](b) \\`c\\` \\*d\\* \\_e\\_ \\~f\\~ \\|g\\| \\#1 \\@h \\&amp;",
    ],
    ["a \\ b", "a \\\\ b"],
    ["36 months; 1.", "36 months; 1."],
  ])("the text %s is literal", (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
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
  ])("the text %s becomes %s", (text, redacted) => {
    expect(redactAddresses(text)).toBe(redacted);
  });

  test("no address stays complete in any member", () => {
    const around = fc.string({ maxLength: 20 }).filter((text) => !text.includes("@"));
    fc.assert(
      fc.property(around, fc.emailAddress(), around, (before, email, after) => {
        expect(redactAddresses(`${before} ${email} ${after}`)).not.toContain(` ${email} `);
      }),
      { examples: [["", "ab@c.example", ""]] },
    );
  });
});
