import { expect, onTestFinished, test } from "vitest";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { startModelApi } from "#tests/fixtures/api/model-api.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

test.each(testDialects)("a list is complete on %s, even with a text that no database can store", async (dialect) => {
  const api = await startModelApi();
  const customers = [
    { customerID: "c1", companyName: "Acme" },
    { customerID: "c\0two", companyName: "Nul\0" },
    { customerID: "c\ud83dthree", companyName: "Half \ud83d" },
  ];
  api.script(({ method }) =>
    method === "GET"
      ? { effect: "no", answer: { status: 200, body: { customers, total: 3, limit: 25, offset: 0 } } }
      : undefined,
  );
  const staff = [{ email: "vera@test.example", role: "viewer" }] as const;
  const console = await createTestBff({ dialect, baseUrl: api.origin, staff: [...staff] });
  onTestFinished(async () => {
    await console.close();
    await api.close();
  });
  const cookie = await console.signIn("vera@test.example");
  const response = await console.send("GET", "/api/sandbox/customers", { cookie });
  const list = customerListSchema.parse(await response.json());
  expect(list.customers.map(({ customerID, companyName }) => ({ customerID, companyName }))).toEqual(customers);
});
