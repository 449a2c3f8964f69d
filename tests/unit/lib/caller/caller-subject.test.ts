import { expect, test } from "vitest";
import {
  callerSubjectOf,
  callerSubjectOfText,
  isPastedNumber,
  parseCallerSubject,
} from "#lib/caller/caller-subject.ts";

test.each([
  "+49 30 1234567",
  "0049 (0)30 / 1234567",
  "030 1234567",
  "(030) 123.45.67",
  "tel:+49301234567",
  "2025550123",
  "202-555-0123",
])("the pasted text %j is a telephone number", (text) => {
  expect(isPastedNumber(text)).toBe(true);
});

test.each([
  "acme",
  "1234567",
  "INC-4711",
  "2026-11-27",
  "27.11.2026",
  "+49",
  "a@b.example",
  "",
  "c0ffee00-0000-4000-8000-000000000001",
])("the pasted text %j is looked up", (text) => {
  expect(isPastedNumber(text)).toBe(false);
});

test("an address names exactly one caller, and a blank before the number stays", () => {
  expect(callerSubjectOf({ number: " 49301234567" })).toEqual({ by: "number", value: " 49301234567" });
  expect(callerSubjectOf({ email: "a@b.example" })).toEqual({ by: "email", value: "a@b.example" });
  expect(callerSubjectOf({ number: "  ", other: "1" })).toBeUndefined();
  expect(callerSubjectOf({ number: ["1", "2"] })).toBeUndefined();
});

test("a typed text is an e-mail address, an ID or a number", () => {
  expect(callerSubjectOfText("a@b.example").by).toBe("email");
  expect(callerSubjectOfText("sip:+49301234567@pbx.example").by).toBe("number");
  expect(callerSubjectOfText("c0ffee00-0000-4000-8000-000000000001").by).toBe("customer");
  expect(callerSubjectOfText("C0042").by).toBe("customer");
  expect(callerSubjectOfText("Tel. 030 1234567").by).toBe("number");
});

test("a stored text that is no caller is ignored", () => {
  const subject = { by: "number", value: "+49301234567" } as const;
  expect(parseCallerSubject(JSON.stringify(subject))).toEqual(subject);
  for (const text of [null, "", "null", "[]", "{", '{"by":"other","value":"1"}', '{"by":"number","value":1}']) {
    expect(parseCallerSubject(text)).toBeUndefined();
  }
});
