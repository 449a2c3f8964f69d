import { expect, test } from "vitest";
import { addressOf, curlOf } from "#components/api-reference/curl.ts";
import { createReference } from "#server/bff/openapi/reference.ts";
import { keptDocument } from "#tests/fixtures/console/compare-with-document.ts";

const reference = createReference(keptDocument);
const origin = "https://console.test";

function operation(operationID: string) {
  const found = reference.find(operationID);
  if (!found) throw new Error(`There is no ${operationID}`);
  return found;
}

test("a read names the key, and encodes the typed values", () => {
  const read = operation("getEnvironmentCustomersCustomerID");
  expect(curlOf(read, origin, "sandbox")).toBe(
    "curl --fail-with-body \\\n  --header \"Authorization: Bearer $SWITCHBOARD_KEY\" \\\n  'https://console.test/api/sandbox/customers/CUSTOMER_ID'",
  );
  expect(addressOf(read, "production", { customerID: "a/b?c" })).toBe("/api/production/customers/a%2Fb%3Fc");
  const typed = curlOf(operation("getEnvironmentLookup"), origin, "sandbox", { q: "it's" });
  expect(typed).toContain("'https://console.test/api/sandbox/lookup?q=it%27s'");
});

test("a creation has an idempotency key and all members that the console needs", () => {
  const command = curlOf(operation("postEnvironmentCustomers"), origin, "sandbox");
  expect(command).toContain('--header "Idempotency-Key: $(uuidgen)"');
  const [, body = ""] = /--json '(.*)'/.exec(command) ?? [];
  expect(JSON.parse(body)).toMatchObject({
    companyName: expect.any(String),
    plan: expect.any(String),
    term: expect.any(String),
  });
});

test("a route for people sends the cookie of the session and the headers of the console's pages", () => {
  const command = curlOf(operation("putMeTicket"), origin, "sandbox");
  expect(command).toContain('--cookie "$SWITCHBOARD_COOKIE"');
  expect(command).toContain("--header 'X-Switchboard: 1'");
  expect(command).toContain("--header 'Origin: https://console.test'");
  expect(command).toContain("--request PUT");
  expect(command).not.toContain("SWITCHBOARD_KEY");
});

test("a file is sent as it is, and a stream is not buffered", () => {
  const file = curlOf(operation("postEnvironmentImports"), origin, "sandbox");
  expect(file).toContain("--data-binary @FILE.csv");
  expect(file).toContain("Content-Type: text/csv");
  expect(curlOf(operation("getEnvironmentJobsEvents"), origin, "sandbox")).toContain("--no-buffer");
});
