import fc from "fast-check";
import { expect, test } from "vitest";
import { customerSearchText, foldText } from "#server/provisioning/store/customers/fold-text.ts";

test.each([
  ["Müller & Söhne", "muller & sohne"],
  ["STRASSE", "strasse"],
  ["Straße", "strasse"],
  ["ŁÓDŹ", "lodz"],
  ["Ødegård", "odegard"],
  ["İSTANBUL Iğdır ışık", "istanbul igdir isik"],
  ["ΟΔΥΣΣΕΎΣ Οδυσσεύς", "οδυσσευσ οδυσσευσ"],
  ["ＡＢＣ①ﬁ", "abc1fi"],
  ["e\u0301 é", "e e"],
  ["שָׁלוֹם", "שלום"],
  ["مُحَمَّد", "محمد"],
  ["がぎ か\u3099", "がぎ が"],
  ["한국 \u1112\u1161\u11ab", "한국 한"],
  ["  a\t\n\u0000 b  ", "a b"],
  ["\u0301", ""],
  ["  O'Reilly  &  Sons ", "o'reilly & sons"],
  ["ADMIN@Company.example", "admin@company.example"],
])("the text %j is searched as %j", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test("folding twice changes nothing more, and no line break is left", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(folded).not.toMatch(/[\n\r\0]/);
    }),
  );
});

test("the name, the e-mail address and the ID are on separate lines", () => {
  expect(customerSearchText({ nameKey: foldText("Ö\nA"), adminEmail: "A@B.example", customerID: "id" })).toBe(
    "o a\na@b.example\nid",
  );
  expect(customerSearchText({ nameKey: "x", adminEmail: undefined, customerID: "id" })).toBe("x\n\nid");
});
