import { expect, test } from "vitest";
import { fieldErrorText } from "#lib/format/field-error-text.ts";

test.each([
  ["a message without a field is not changed", undefined, "Nothing was sent.", "Nothing was sent."],
  ["a message that names its field is not prefixed", "term", "term must be monthly", "Term must be monthly"],
  [
    "a message that names its field by its known name is not prefixed",
    "console.ticket",
    "Ticket is old",
    "Ticket is old",
  ],
  [
    "Switchboard's own message continues the name",
    "companyName",
    "must not be empty",
    "Company name must not be empty",
  ],
  ["another message follows the name", "plan", "Unknown value", "Plan: Unknown value"],
  ["an unknown field keeps its name", "contact.phone", "is missing", "contact.phone is missing"],
  [
    "a longer word is not the field's name",
    "plan",
    "planned changes are not allowed",
    "Plan: planned changes are not allowed",
  ],
])("the text of a field error follows the rule: %s", (_name, field, message, text) => {
  expect(fieldErrorText({ message, ...(field !== undefined && { field }) })).toBe(text);
});
