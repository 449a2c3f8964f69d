import fc from "fast-check";
import { expect, test } from "vitest";
import type { Customer } from "#lib/contract/customer.ts";
import { csvCell, csvHead, csvLine } from "#server/bff/core/csv.ts";
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

/** The cells of one record, read as RFC 4180 has it. */
function cellsOf(line: string): string[] {
  expect(line.endsWith("\r\n")).toBe(true);
  const cells: string[] = [];
  let rest = `${line.slice(0, -2)},`;
  while (rest !== "") {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*)),/.exec(rest);
    if (match === null) throw new Error(`no cell: ${rest}`);
    cells.push((match[1] ?? match[2] ?? "").replaceAll('""', '"'));
    rest = rest.slice(match[0].length);
  }
  return cells;
}

test("the head names the columns behind a byte-order mark", () => {
  expect(csvHead).toBe(
    "\ufeffcustomerID,companyName,usersCount,created,deleted,deletedAt,contract.term,contract.plan,adminUser.email\r\n",
  );
});

test("a customer is a line, what is missing an empty cell", () => {
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
])("%j is written %j", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test("any customer is one line that reads back, and no cell begins like a formula", () => {
  const text = fc.oneof(anyText(), fc.constantFrom("=1", "\t@x", '"', ",\r\n", "-", "\u2029=1"));
  fc.assert(
    fc.property(text, text, text, (customerID, companyName, email) => {
      const line = csvLine(customer({ customerID, companyName, adminUser: { email } }));
      expect(line.slice(0, -2)).not.toMatch(/[\r\n\u2028\u2029]/);
      const cells = cellsOf(line);
      expect(cells).toHaveLength(9);
      for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+\-@]/);
      const plain = companyName.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
      expect([plain, `'${plain}`]).toContain(cells[1]);
    }),
  );
});
