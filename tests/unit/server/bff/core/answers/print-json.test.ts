import fc from "fast-check";
import { expect, test } from "vitest";
import { printJSON, printOnce } from "#server/bff/core/answers/print-json.ts";

const list = fc.array(fc.jsonValue());
const answer = fc.dictionary(
  fc.string(),
  fc.oneof(fc.jsonValue(), list, fc.constant(undefined), fc.date({ noInvalidDate: true })),
);

test("an answer with lists that are printed once is printed as any other, each time", () => {
  fc.assert(
    fc.property(answer, list, fc.string(), (given, rows, name) => {
      const value = { ...given, [name]: printOnce(rows) };
      const text = JSON.stringify(value);
      expect(printJSON(value)).toEqual({ text, bytes: Buffer.byteLength(text) });
      expect(printJSON(value)).toEqual({ text, bytes: Buffer.byteLength(text) });
    }),
  );
});

test("what is no object is printed as it is", () => {
  for (const value of [undefined, null, 1, "text", [1], printOnce([1, 2])]) {
    expect(printJSON(value)?.text).toBe(JSON.stringify(value));
  }
});

test("a list that is printed once is not read again", () => {
  let reads = 0;
  const row = {
    get name() {
      reads += 1;
      return "Example";
    },
  };
  const rows = printOnce([row]);
  for (let time = 0; time < 3; time += 1) printJSON({ rows });
  expect(reads).toBe(1);
});
