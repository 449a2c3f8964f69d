import { expect, test } from "vitest";
import { isInstant, memberHeading, otherMember, otherMemberNames } from "#components/numbers/other-members.ts";

const numberWith = (raw: Record<string, unknown>) => ({ number: "498900", customerID: "c1", raw });

test("the number, its customer and nested values get no column", () => {
  const raw = { msisdn: 498_900, customer: { uuid: "c1" }, owner: "c1", country: "DE", ported: false, note: null };
  expect(otherMemberNames([numberWith(raw)])).toEqual(["country", "ported"]);
  expect(otherMember(numberWith(raw), "ported")).toBe("false");
  expect(otherMember(numberWith(raw), "owner")).toBeUndefined();
  expect(otherMember(numberWith(raw), "toString")).toBeUndefined();
});

test("the members that most numbers have become columns, at most three", () => {
  const rows = [
    { rare: 1, created: "a", type: "b" },
    { created: "a", type: "b", site: "c" },
    { created: "a", site: "c" },
  ];
  expect(otherMemberNames(rows.map(numberWith))).toEqual(["created", "type", "site"]);
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`m${index}`, "v"]));
  expect(otherMemberNames([numberWith(many)])).toHaveLength(3);
});

test("a member whose name is not a word gets no column, and a long value is shortened", () => {
  const long = { text: "x".repeat(10_000), ["n".repeat(10_000)]: "z" };
  expect(otherMemberNames([numberWith(long)])).toEqual(["text"]);
  expect(otherMember(numberWith(long), "text")).toHaveLength(200);
});

test.each([
  ["created", "Created"],
  ["assignedAt", "Assigned at"],
  ["porting_state", "Porting state"],
  ["siteID", "Site ID"],
])("the column of %s has the heading %s", (name, heading) => {
  expect(memberHeading(name)).toBe(heading);
});

test("only an instant is recognised as an instant", () => {
  expect(isInstant("2026-11-20T12:00:00Z")).toBe(true);
  expect(isInstant("2026-11-20T12:00:00.123+01:00")).toBe(true);
  for (const text of ["2026-11-20", "2026-13-40T99:00:00Z", "498900", "2026-11-20T12:00:00Z or so"])
    expect(isInstant(text)).toBe(false);
});
