import { expect, test } from "vitest";
import { isKnownMember } from "#lib/customers/customer-members.ts";
import { normaliseCustomer } from "#server/api-client/normalise/customer.ts";

const known = (record: Record<string, unknown>, path: string[], value: unknown) =>
  isKnownMember(normaliseCustomer(record, "sandbox", 1), path, value);

test.each([
  [{ customerID: "c" }, ["customerID"]],
  [{ uuid: "c", user_count: "5" }, ["user_count"]],
  [{ id: "c", creationDate: 1_700_000_000 }, ["creationDate"]],
  [{ id: "c", contract_plan: "basic" }, ["contract_plan"]],
  [{ id: "c", contract: { plan: "basic" } }, ["contract", "plan"]],
  [{ id: "c", adminUser: { email: "a@b.example" } }, ["adminUser", "email"]],
  [{ id: "c", adminUser: {} }, ["adminUser"]],
  [{ id: "c", deleted: false }, ["deleted"]],
  [{ id: "c", deletedAt: null }, ["deletedAt"]],
])("%j: %j is shown in the console's words", (record, path) => {
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], record);
  expect(known(record, path, value)).toBe(true);
});

test.each([
  [{ id: "c", tags: ["x"] }, ["tags", "0"], "x"],
  [{ id: "c", contract: { plan: "basic", discount: 5 } }, ["contract", "discount"], 5],
  [{ id: "c", region: { code: "EU" } }, ["region", "code"], "EU"],
  // Known by its name, but nothing that the console could make sense of.
  [{ id: "c", usersCount: "many" }, ["usersCount"], "many"],
  [{ id: "c", created: "yesterday" }, ["created"], "yesterday"],
  [{ id: "c", constructor: 1 }, ["constructor"], 1],
])("%j: %j is not known", (record, path, value) => {
  expect(known(record, path, value)).toBe(false);
});
