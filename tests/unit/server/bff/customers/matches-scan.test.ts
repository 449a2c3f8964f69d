import { expect, test } from "vitest";
import { matchesScan } from "#server/bff/customers/matches-scan.ts";

const customer = { contract: { plan: "essential", term: "monthly" }, usersCount: 10 };

test.each([
  [{ plan: "essential" }, true],
  // The name that pages show, and other spellings.
  [{ plan: "Essential", term: "MONTHLY" }, true],
  [{ plan: "essential+" }, false],
  [{ plan: "essential", term: "12-months" }, false],
  [{ term: "monthly", users: { min: 10, max: 10 } }, true],
  [{ users: { min: 11 } }, false],
  [{ users: { max: 9 } }, false],
  [{ users: { max: 10 } }, true],
])("%o lets a customer through: %s", (filters, matches) => {
  expect(matchesScan(customer, filters)).toBe(matches);
});

test("a customer matches no filter for a member that the API does not send", () => {
  expect(matchesScan({ contract: {} }, { plan: "essential" })).toBe(false);
  expect(matchesScan({ contract: {} }, { users: { max: 10 } })).toBe(false);
});
