import { beforeEach, expect, test, vi } from "vitest";
import type { Choices } from "#components/imports/columns/draft.ts";
import type { Import, ImportColumns } from "#lib/contract/operations/imports.ts";
import { type FakeBrowser, openBrowser } from "#tests/unit/lib/browser-storage/fake-browser.ts";

let browser: FakeBrowser;
let drafts: typeof import("#components/imports/columns/draft.ts");

beforeEach(async () => {
  browser = openBrowser();
  // Resets the modules, because each document must detect for itself whether the person has signed out.
  vi.resetModules();
  drafts = await import("#components/imports/columns/draft.ts");
});

const found = { environment: "sandbox", importID: "i-1", encoding: "utf-8", delimiter: "," } as Import;
const proposed = { columns: [{ name: "Firma" }, { name: "Tarif" }] } as ImportColumns;
const choices: Choices = {
  fields: { Firma: "companyName", Tarif: "plan" },
  words: { '["plan","Tarif","Klein"]': "essential" },
  fixed: { plan: "", term: "monthly" },
  confirmsUnused: true,
};
const draft = { choices, saveAs: "ERP" };

test("the choices for a file's columns survive a reload, only for their person and their version of the file", () => {
  drafts.keepDraft(found, "edith", draft);
  expect(drafts.readDraft(found, "edith", proposed)).toEqual(draft);
  expect(drafts.readDraft(found, "emre", proposed)).toBeUndefined();
  expect(drafts.readDraft({ ...found, delimiter: ";" }, "edith", proposed)).toBeUndefined();
  drafts.dropDraft(found, "edith");
  expect(browser.tab.length).toBe(0);
});

test("choices for other columns and invalid choices are not used", () => {
  const other = { columns: [{ name: "Firma" }] } as ImportColumns;
  drafts.keepDraft(found, "edith", draft);
  expect(drafts.readDraft(found, "edith", other)).toBeUndefined();
  const place = browser.tab.key(0) ?? "";
  const unknown = { ...draft, choices: { ...choices, fields: { Firma: "anything" } } };
  const number = { ...draft, choices: { ...choices, fixed: { plan: 1, term: "" } } };
  for (const text of ["{", "null", '{"choices":{},"saveAs":""}', JSON.stringify(unknown), JSON.stringify(number)]) {
    browser.tab.setItem(place, text);
    expect(drafts.readDraft(found, "edith", proposed)).toBeUndefined();
  }
});
