import { expect, test } from "vitest";
import { newClientSchema } from "#lib/contract/access/clients.ts";

test.each([
  [undefined, "Enter a name"],
  [" ", "Enter a name"],
  ["a\u0007b", "Enter a name without control characters"],
  ["billing@company.example", "Enter a name that is not an e-mail address"],
  ["a".repeat(101), "Use 100 characters or less"],
])("the name %j of an API client is refused with a complete sentence at its field", (name, message) => {
  const { error } = newClientSchema.safeParse({ name, role: "viewer", environments: ["sandbox"] });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});
