import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ScanBar } from "#components/customers/scan/scan-bar.tsx";
import { scanSentence } from "#components/customers/scan/scan-texts.ts";
import { type CustomerScan, newScan, scanQuestion } from "#lib/query/customers/customer-scan.ts";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";

const question = scanQuestion({ ...defaultCustomersView, window: "90d", plan: "essential" });

const found = (count: number) => Array.from({ length: count }, () => ({}) as CustomerScan["customers"][number]);

const scan = (part: Partial<CustomerScan>): CustomerScan => ({ ...newScan, checked: 400, total: 2_130, ...part });

const shown = (part: Partial<CustomerScan>) =>
  renderToStaticMarkup(
    <ScanBar
      question={question}
      scan={scan(part)}
      onStop={() => {}}
      onContinue={() => {}}
      onRestart={() => {}}
      signInHref="/sign-in"
    />,
  );

test.each([
  [{ customers: found(12) }, "Checked 400 of 2,130 customers created in the last 90 days; 12 match so far"],
  [{ customers: found(1) }, "Checked 400 of 2,130 customers created in the last 90 days; 1 matches so far"],
  [{ total: undefined }, "Checking customers created in the last 90 days…"],
  [
    { phase: "complete", checked: 2_130, customers: found(12) },
    "Checked all 2,130 customers created in the last 90 days; 12 match",
  ],
  [{ phase: "complete", total: 0, checked: 0 }, "There are no customers created in the last 90 days"],
] satisfies [Partial<CustomerScan>, string][])("a scan of %o says: %s", (part, sentence) => {
  expect(scanSentence(question, scan(part))).toBe(sentence);
});

test("the sentence names the search and the deleted customers among the checked ones", () => {
  expect(scanSentence({ ...question, searchTerm: "acme", includeDeleted: true }, scan({}))).toBe(
    "Checked 400 of 2,130 customers created in the last 90 days, matching “acme”, including deleted; 0 match so far",
  );
});

test("only a complete scan claims to have checked every customer, and an interrupted scan says so", () => {
  for (const phase of ["running", "stopped", "limit", "interrupted", "failed"] as const) {
    expect(shown({ phase })).not.toContain("Checked all");
  }
  expect(shown({ phase: "interrupted" })).toContain("Interrupted: the connection was lost");
  expect(shown({ phase: "failed" })).toContain("Interrupted: the API did not return the next customers");
  expect(shown({ phase: "stopped" })).toContain("Continue");
  expect(shown({ phase: "running" })).toContain("Stop");
  expect(shown({ phase: "complete", drifted: true })).toContain("Customers were added or removed meanwhile");
});
