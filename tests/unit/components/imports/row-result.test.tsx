import { expect, test } from "vitest";
import { RowResult } from "#components/imports/rows/row-result.tsx";
import { shownText } from "#tests/fixtures/shown-text.tsx";

test("a row that repeats another row of its file does not say that a customer exists", () => {
  const reason = "Line 2 has the same name and e-mail address.";
  const row = { position: 2, line: 3, corrected: false, state: "same", issues: [], candidates: [], reason } as const;
  const text = shownText(<RowResult row={{ ...row, issues: [], candidates: [] }} environment="sandbox" />);
  expect(text).toBe(`Duplicate (skipped)${reason}`);
});
