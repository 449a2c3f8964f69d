import fc from "fast-check";
import { expect, test } from "vitest";
import { readIDs } from "#components/bulk/start/read-ids.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { csvCutMark } from "#server/bff/core/export/csv.ts";
import { customerLines, customersHead } from "#server/bff/customers/customer-csv.ts";

const [a, b] = ["3f2b8c1d-5c1e-4a57-9f0e-6f6f3b1d2a77", "0d3c2f86-51a7-4b0e-9c1d-7e5f4a3b2c1d"];

const customer = { companyName: "Acme", deleted: false, contract: {}, adminUser: {}, raw: {} };

test.each([
  ["with one ID per line", `${a}\n${b}\n`, undefined],
  ["with other line endings", `${a}\r${b}`, undefined],
  ["after a byte-order mark", `\ufeff${a}\r\n${b}`, undefined],
  ["in one line", `${a}, ${b}`, undefined],
  ["between spaces", ` ${a} ${b} `, undefined],
  ["as a program writes a list", `["${a}", '${b}']`, undefined],
  ["in the second column", `Acme,${a}\nBeta,${b}`, 2],
  ["between tabs", `Acme\t${a}\nBeta\t${b}`, 2],
  ["with blank lines between", `\n\n${a}\n  \n${b}\n\n`, undefined],
  ["quoted", `"${a}"\n"${b}"`, undefined],
  ["below blank lines, in any column", `\r\n\r\nAcme;${a}\r\nBeta, Ghent;${b}`, 2],
  ["below a line that names the separator", `sep=;\r\nAcme;${a}\r\nBeta;${b}`, 2],
  ["as texts that a spreadsheet does not change", `Acme,="${a}"\nBeta,"=""${b}"""`, 2],
])("IDs are found %s", (_how, text, column) => {
  expect(readIDs(text)).toEqual({ customerIDs: [a, b], column, duplicates: 0, notUnderstood: [] });
});

test("a column with the right name is chosen, even if an earlier column contains UUIDs", () => {
  const text = `jobID;Customer ID;name\r\n${a};c-1;"a ""b""; c"\r\n${b};c-2;x`;
  expect(readIDs(text)).toMatchObject({ customerIDs: ["c-1", "c-2"], column: "Customer ID" });
});

test("duplicates are counted in upper and lower case, and lines without an ID are returned", () => {
  const text = `customerID,name\n${a},one\n${a.toUpperCase()},two\n../x,three\n,"four\nlines"\n${b},five`;
  expect(readIDs(text)).toEqual({
    customerIDs: [a, b],
    column: "customerID",
    duplicates: 1,
    notUnderstood: [
      { line: 4, text: "../x, three" },
      { line: 5, text: ", four\nlines" },
    ],
  });
});

test("a text without any ID returns no IDs", () => {
  expect(readIDs("name,city\nAcme,Ghent")).toBeUndefined();
  expect(readIDs("")).toBeUndefined();
});

test("every line of any list is an ID, a duplicate, or returned as unreadable", () => {
  const cell = fc.oneof(
    fc.uuid(),
    fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\s",;]/g, "x")),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const lines = cells.map((text) => text.trim()).filter((text) => text !== "");
      const read = readIDs(`customerID\n${cells.join("\n")}`);
      const { customerIDs = [], duplicates = 0, notUnderstood = [] } = read ?? {};
      expect(customerIDs.length + duplicates + notUnderstood.length).toBe(lines.length);
      expect(new Set(customerIDs).size).toBe(customerIDs.length);
    }),
  );
});

test("every ID in an export is read back unchanged", () => {
  const character = fc.constantFrom(..."=+-@;,'\" ＝aB1");
  const id = fc
    .string({ unit: character, minLength: 1, maxLength: 12 })
    // People may write an apostrophe before an ID in a list. The apostrophe is not part of the ID.
    .filter((text) => !text.startsWith("'") && !/^="/.test(text) && resourceIDSchema.safeParse(text).success);
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 1 }), (ids) => {
      const file = customersHead() + customerLines(ids.map((customerID) => ({ ...customer, customerID })));
      expect(readIDs(file)).toMatchObject({ customerIDs: ids, duplicates: 0, notUnderstood: [] });
    }),
  );
});

test("the cut last line of an export is returned as unreadable, and is no customer's ID", () => {
  const file = customersHead() + customerLines([{ ...customer, customerID: a }]) + csvCutMark;
  const read = readIDs(file);
  expect(read?.customerIDs).toEqual([a]);
  expect(read?.notUnderstood).toMatchObject([{ line: 3, text: expect.stringContaining("NOT COMPLETE") }]);
});
