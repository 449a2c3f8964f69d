import { expect, test } from "vitest";
import { writeReferenceSchema } from "#lib/contract/operations/write-reference.ts";
import { maxTicketLength } from "#lib/contract/values/operations/write-references.ts";
import { createTicketRules, ticketPatternProblem } from "#server/bff/config/ticket-rules.ts";

const rulesOf = (pattern: string) => createTicketRules({ pattern, url: undefined });

test.each([
  ["INC-[0-9]+", "INC-4711", "XINC-4711"],
  ["^INC-[0-9]+$", "INC-4711", "INC-4711 "],
  ["(?:ABC|DEF)-\\d{1,6}", "DEF-1", "DEF-1234567"],
  ["^INC|REQ$", "REQ", "INC-REQ"],
  ["\\p{Lu}+ \\d", "ÄÖ 1", "äö 1"],
])("the format %s accepts a whole ticket, and no text before or after it", (pattern, right, wrong) => {
  const { matches } = rulesOf(pattern);
  expect([matches(right), matches(wrong)]).toEqual([true, false]);
});

test.each([
  ["INC-[0-9]+", "INC-4711"],
  ["^INC-\\d{3}$", "INC-471"],
  ["(?:ABC|DEF)-\\d{1,6}", "ABC-4711"],
  ["[A-Z]{2,}[a-z]?", "ABCDa"],
  ["(?:(?:x+)+)+", "xxxx"],
  ["#?[0-9]{8}", "#47114711"],
  ["", undefined],
  ["x{65}", undefined],
])("the example for %j is %j", (pattern, example) => {
  expect(rulesOf(pattern).example).toBe(example);
});

test("a pattern that would take forever with backtracking answers in one pass", () => {
  for (const pattern of ["(a|a)*b", "(a+)+b", "(?:a?){60}a{60}b", "(?:\\w|\\d)*b"]) {
    expect(ticketPatternProblem(pattern)).toBeNull();
    expect(rulesOf(pattern).matches("a".repeat(maxTicketLength))).toBe(false);
    expect(rulesOf(pattern).matches("a".repeat(1_000_000))).toBe(false);
  }
});

test("a pattern that is too long, too large or not regular is refused", () => {
  for (const pattern of ["x".repeat(201), ".*a.{20}", "(\\d+)\\1", "(?<=a)b", "(?!a)b", "a^b", "[", "*"]) {
    expect(ticketPatternProblem(pattern)).toMatch(/^must be /);
  }
});

test("a link contains the encoded ticket, for any characters", () => {
  const { linkOf } = createTicketRules({ pattern: undefined, url: "https://desk.example/{ticket}?again={ticket}" });
  expect(linkOf("#12 & 13")).toBe("https://desk.example/%2312%20%26%2013?again=%2312%20%26%2013");
  expect(linkOf("$&")).toBe("https://desk.example/%24%26?again=%24%26");
});

test("an empty or blank value counts as absent", () => {
  const parse = (value: unknown) => writeReferenceSchema.parse(value);
  expect(parse({ ticket: "", reason: "  " })).toBeUndefined();
  expect(parse({ ticket: " INC-1 ", reason: "\n" })).toEqual({ ticket: "INC-1" });
  expect(parse({})).toBeUndefined();
  expect(parse(undefined)).toBeUndefined();
});

test("a ticket that cannot be part of a URL is refused", () => {
  for (const ticket of [
    "../..",
    ".",
    "a/b",
    "a\\b",
    "a?b",
    "#1",
    "a%b",
    "a\nb",
    "a\u202eb",
    "-1",
    "x".repeat(65),
    null,
    1,
  ]) {
    expect(writeReferenceSchema.safeParse({ ticket }).success).toBe(false);
  }
});
