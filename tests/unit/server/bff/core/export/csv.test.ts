import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { markFormulas, unmarkFormulas } from "#lib/csv-formulas.ts";
import { csvLines } from "#server/bff/core/export/csv.ts";
import { customerLines, customersHead } from "#server/bff/customers/customer-csv.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const customer = (members: Partial<Customer> = {}): Customer => ({
  customerID: "c1",
  companyName: "Acme",
  deleted: false,
  contract: {},
  adminUser: {},
  raw: {},
  ...members,
});

/** Returns the cells of one record, as a CSV parser finds them. */
function cellsOf(line: string): string[] {
  const [cells = [], ...others] = parse(line, { record_delimiter: "\r\n" });
  expect(others).toEqual([]);
  return cells;
}

const csvLine = (one: Customer) => customerLines([one]);

/** Returns the text as the only cell of a line. */
const csvCell = (text: string) => csvLines([[text]]).replace(/\r\n$/, "");

test("the first line contains the columns after a byte-order mark", () => {
  expect(customersHead()).toBe(
    "\ufeffcustomerID,companyName,usersCount,created,deleted,deletedAt,contract.term,contract.plan,adminUser.email\r\n",
  );
});

test("a customer is one line, and a missing value is an empty cell", () => {
  expect(csvLine(customer())).toBe("c1,Acme,,,false,,,,\r\n");
  const all = customer({
    usersCount: 0,
    created: "2026-11-20T12:00:00.000Z",
    deleted: true,
    deletedAt: "2026-11-21T12:00:00.000Z",
    contract: { term: "monthly", plan: "essential" },
    adminUser: { email: "a@acme.example" },
  });
  expect(csvLine(all)).toBe(
    "c1,Acme,0,2026-11-20T12:00:00.000Z,true,2026-11-21T12:00:00.000Z,monthly,essential,a@acme.example\r\n",
  );
});

test.each([
  ["=1+1", "'=1+1"],
  ["+49 30", "'+49 30"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["  =1+1", "'  =1+1"],
  ["\t=1+1", "' =1+1"],
  ["\tplain", "' plain"],
  ["\rplain", "' plain"],
  ["＝1+1", "'＝1+1"],
  ["\u0000=1", "' =1"],
  ["a=1", "a=1"],
  ["3-4", "3-4"],
  ["'t Hoen", "'t Hoen"],
  ["'=1", "''=1"],
  ["Acme;=1+1", `"Acme;'=1+1"`],
  ["Acme; @x", `"Acme;' @x"`],
  ["Acme\t=1", "Acme =1"],
  ["Acme;\n=1", `"Acme;' =1"`],
  ['Acme;"=1+1', `"Acme;'""=1+1"`],
  ["Acme; Co; -1", `"Acme; Co;' -1"`],
  ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
])("%j, which a spreadsheet might calculate, becomes %j", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test.each([
  ["two\r\nlines", "two lines"],
  ["a\u2028b\u0085c", "a b c"],
  ['say "hi"', '"say ""hi"""'],
  ["a,b", '"a,b"'],
  ["a;b", '"a;b"'],
  [" blank ", '" blank "'],
  ["東雲 🚀", "東雲 🚀"],
  ["", ""],
])("the value %j is written as %j", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

/**
 * The cells of a file as a spreadsheet finds them when it splits the text at `delimiter`. A quote has a meaning only at
 * the beginning of a cell. Text after the closing quote belongs to the cell.
 */
function cellsSplitAt(file: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= file.length; at += 1) {
    let cell = "";
    if (file[at] === '"') {
      for (at += 1; at < file.length; at += 1) {
        if (file[at] !== '"') cell += file[at];
        else if (file[at + 1] === '"') cell += file[++at];
        else break;
      }
      at += 1;
    }
    while (at < file.length && file[at] !== delimiter && file[at] !== "\r" && file[at] !== "\n") cell += file[at++];
    cells.push(cell);
  }
  return cells;
}

test.each([",", ";", "\t"])("a spreadsheet that splits at %j finds no formula in any customer", (delimiter) => {
  const nasty = fc.string({ unit: fc.constantFrom(..."=+-@;,'\" \t\r\n＝a1"), maxLength: 12 });
  const text = fc.oneof(nasty, anyText());
  const row = fc.record({ customerID: text, companyName: text, email: text });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
      const lines = rows.map(({ email, ...given }) => csvLine(customer({ ...given, adminUser: { email } })));
      for (const cell of cellsSplitAt(customersHead() + lines.join(""), delimiter)) {
        expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("reading a file again removes the marks of formulas", () => {
  const nasty = fc.string({ unit: fc.constantFrom(..."=+-@;,'\" ＝a1") });
  fc.assert(
    fc.property(nasty, (text) => {
      expect(unmarkFormulas(markFormulas(text))).toBe(text);
    }),
  );
});

test("any customer is one line that can be read back, and no cell begins like a formula", () => {
  const text = fc.oneof(anyText(), fc.constantFrom("=1", "\t@x", '"', ",\r\n", "-", "\u2029=1"));
  fc.assert(
    fc.property(text, text, text, (customerID, companyName, email) => {
      const line = csvLine(customer({ customerID, companyName, adminUser: { email } }));
      expect(line.slice(0, -2)).not.toMatch(/[\r\n\u2028\u2029]/);
      const cells = cellsOf(line);
      expect(cells).toHaveLength(9);
      for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@]/);
      // The file is UTF-8, which cannot contain halves of surrogate pairs. So the halves are replaced before the
      // comparison.
      const plain = companyName.toWellFormed().replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
      expect([plain, `'${plain}`]).toContain(unmarkFormulas(cells[1] ?? ""));
    }),
  );
});
