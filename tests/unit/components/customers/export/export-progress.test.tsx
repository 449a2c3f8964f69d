import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ExportProgress } from "#components/customers/export/export-progress.tsx";
import type { ExportState } from "#components/customers/export/use-export.ts";

const shown = (state: ExportState) =>
  renderToStaticMarkup(<ExportProgress state={state} signInHref="/sign-in" onRetry={() => {}} />);

test.each([
  [5_000, "interrupted after 1,234 of 5,000 customers"],
  [undefined, "interrupted after 1,234 customers"],
])("an interrupted export of %s shows after how many rows it stopped, and that nothing was saved", (expected, said) => {
  const html = shown({ phase: "failed", problem: undefined, rows: 1_234, expected });
  expect(html).toContain(said);
  expect(html).toContain("Nothing was saved");
  expect(html).toContain('role="status"');
});

test("an export with filters that the API does not have shows how many customers were skipped, and why", () => {
  const end = { rows: 210, bytes: 9_000, expected: undefined, drifted: false, complete: true };
  const html = shown({ phase: "done", fileName: "customers.json", end: { ...end, changed: 1, unconfirmed: 2 } });
  expect(html).toContain("Skipped because they no longer match: 1. Skipped because they could not be read: 2.");
  expect(shown({ phase: "done", fileName: "customers.json", end })).not.toContain("Skipped");
});
