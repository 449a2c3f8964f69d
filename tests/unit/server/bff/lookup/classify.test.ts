import fc from "fast-check";
import { expect, test } from "vitest";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { maxSearchTermLength } from "#lib/contract/values/customers/customer-filters.ts";
import { classifySearchTerm } from "#server/bff/lookup/classify.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const id = "0b0e7f3e-1111-4222-8333-44444444abcd";

test.each([
  id,
  ` ${id.toUpperCase()}\n`,
  `{${id}}`,
  `"${id}"`,
  id.replaceAll("-", ""),
  `customerID: ${id},`,
  `https://console.example/production/customers/${id}?tab=1`,
  `${id} (${id.toUpperCase()})`,
])("%j is an ID", (text) => {
  expect(classifySearchTerm(text)).toEqual({ kind: "id", id });
});

test.each([
  ["ada@ahorn.example", "ada@ahorn.example"],
  ["mailto:ada@ahorn.example?subject=Hello", "ada@ahorn.example"],
  ["Ada Lovelace <ada@ahorn.example>", "ada@ahorn.example"],
  ["Please ask ada@ahorn.example.", "ada@ahorn.example"],
  ["müller@bücher.example", "müller@bücher.example"],
  ["49301234567@ahorn.example", "49301234567@ahorn.example"],
])("%j is an e-mail address", (text, term) => {
  expect(classifySearchTerm(text)).toEqual({ kind: "email", term });
});

test.each(["+49 (0)30 1234-567", "tel:+49301234567", "sip:+49301234567@pbx.example", "‪030 1234567‬"])(
  "%j is a telephone number",
  (text) => {
    expect(classifySearchTerm(text)).toMatchObject({ kind: "phone" });
  },
);

test.each([
  ["  Müller &\tSöhne ", "Müller & Söhne"],
  ["“Ahorn GmbH”", "Ahorn GmbH"],
  ["Deadbeef", "Deadbeef"],
  [`${id} 1c0e7f3e-1111-4222-8333-44444444abcd`, `${id} 1c0e7f3e-1111-4222-8333-44444444abcd`],
])("%j is a name", (text, term) => {
  expect(classifySearchTerm(text)).toEqual({ kind: "name", term });
});

test("a text that could be an ID of an API without UUIDs is searched as a name and as an ID", () => {
  expect(classifySearchTerm("job-17")).toEqual({ kind: "name", term: "job-17", id: "job-17" });
  expect(classifySearchTerm("../17a")).toEqual({ kind: "name", term: "../17a" });
});

test("spaces and invisible characters alone are no search", () => {
  expect(classifySearchTerm(" \u200e\u2069\n\ufeff")).toEqual({ kind: "empty" });
});

test("any text is classified, and only valid values are sent to an API", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyText(600),
        fc.tuple(anyText(), fc.uuid(), anyText()).map((parts) => parts.join("")),
      ),
      (text) => {
        const pasted = classifySearchTerm(text);
        if ("term" in pasted) {
          expect(pasted.term.isWellFormed()).toBe(true);
          expect(pasted.term.length).toBeLessThanOrEqual(maxSearchTermLength);
          expect(pasted.term).toBe(pasted.term.trim());
        }
        if ("id" in pasted && pasted.id !== undefined) expect(resourceIDSchema.safeParse(pasted.id).success).toBe(true);
      },
    ),
  );
});
