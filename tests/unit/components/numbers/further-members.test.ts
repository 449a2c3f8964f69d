import { expect, test } from "vitest";
import { furtherMembers } from "#components/numbers/further-members.ts";

test("what stands beside the number and its customer, in one line", () => {
  const raw = { msisdn: 498_900, customer: { uuid: "c1" }, owner: "c1", country: "DE", ported: false, note: null };
  expect(furtherMembers({ number: "498900", customerID: "c1", raw })).toBe("country: DE, ported: false");
});

test("a line is bounded, whatever comes", () => {
  expect(furtherMembers({ number: "1", raw: { text: "x".repeat(10_000) } })).toHaveLength(200);
});
