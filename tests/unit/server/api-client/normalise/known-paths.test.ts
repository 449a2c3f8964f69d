import { expect, test } from "vitest";
import { knownPaths, normaliseCustomer } from "#server/api-client/normalise/customer.ts";

const paths = (record: Record<string, unknown>) => knownPaths(normaliseCustomer(record, "sandbox", 1));

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
])("in the record %j, the path %j is known", (record, path) => {
  expect(paths(record)).toContainEqual(path);
});

test.each([
  [{ id: "c", tags: ["x"] }, ["tags", "0"]],
  [{ id: "c", contract: { plan: "basic", discount: 5 } }, ["contract", "discount"]],
  [{ id: "c", region: { code: "EU" } }, ["region", "code"]],
  // The member's name is known, but its value is not valid.
  [{ id: "c", usersCount: "many" }, ["usersCount"]],
  [{ id: "c", created: "yesterday" }, ["created"]],
  [{ id: "c", constructor: 1 }, ["constructor"]],
])("in the record %j, the path %j is not known", (record, path) => {
  expect(paths(record)).not.toContainEqual(path);
});
