import { describe, expect, test } from "vitest";
import { guessEncoding, previewLines } from "#lib/csv-encoding.ts";

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const utf8 = (text: string) => Uint8Array.from(Buffer.from(text, "utf8"));

describe("the proposed encoding of a file", () => {
  test.each([
    ["plain letters", utf8("a;b"), "utf-8"],
    ["umlauts in UTF-8", utf8("Müller"), "utf-8"],
    ["umlauts of a spreadsheet in Western Europe", latin1("Müller"), "windows-1252"],
    ["a file with a UTF-16 byte-order mark", Uint8Array.from([0xff, 0xfe, 0x61, 0x00]), "utf-16le"],
    ["Latin letters in UTF-16 without a mark", Uint8Array.from(Buffer.from("company;plan", "utf16le")), "utf-16le"],
  ])("the proposed encoding for %s is %s", (_, bytes, encoding) => {
    expect(guessEncoding(bytes)).toBe(encoding);
  });
});

test("the preview shows the lines whose letters depend on the encoding, however far down they are", () => {
  const plain = Array.from({ length: 500 }, (_, line) => `Plain ${line};essential`);
  const bytes = latin1(["company;plan", ...plain, "Müller;essential"].join("\r\n"));
  expect(previewLines(bytes, "windows-1252")).toEqual(["company;plan", "Müller;essential"]);
  expect(previewLines(bytes, "utf-8")).toEqual(["company;plan", "M\ufffdller;essential"]);
  expect(previewLines(utf8("company\n\nOne\nTwo"), "utf-8")).toEqual(["company", "One", "Two"]);
});
