import { expect, test } from "vitest";
import { FoundIDs } from "#components/bulk/start/bulk-from-csv.tsx";
import { readIDs } from "#components/bulk/start/read-ids.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const read = readIDs("customerID,plan\nc-1,essential\nnot-an-id,essential\nc-1,professional");

const textOf = (isOwn: boolean) => (read ? shownText(<FoundIDs read={read} isOwn={isOwn} />) : "");

test("values in a list are called IDs, because it is not known yet whether they belong to customers", () => {
  expect(textOf(false)).toContain("2 IDs found in the column “customerID”");
});

test("a repeated customer is ignored with one value for all, and is a mistake with a value for each", () => {
  expect(textOf(false)).toContain("Duplicates ignored: 1");
  expect(textOf(true)).not.toContain("ignored");
  expect(textOf(true)).toContain("Rows that repeat a customer: 1. Each customer can be in one row only.");
});
