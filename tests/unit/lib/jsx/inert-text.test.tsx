import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { titleWithin } from "#app/(console)/[environment]/title-within.ts";
import { CellContent } from "#components/data-table/cell-content.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import { showBidiControls } from "#lib/jsx/show-bidi-controls.ts";

const reversed = "\u202EGmbH moof";
const controls = /[\u202A-\u202E\u2066-\u2069]/;

test.each([
  ["an override", "\u202Eemca", "[U+202E]emca"],
  ["an embedding and its end", "a\u202Ab\u202Cc", "a[U+202A]b[U+202C]c"],
  ["isolates", "\u2066a\u2067b\u2068c\u2069", "[U+2066]a[U+2067]b[U+2068]c[U+2069]"],
])("the character %s is shown by its code", (_, text, shown) => {
  expect(showBidiControls(text)).toBe(shown);
});

test.each(["שלום עולם", "شركة عالم 12", "\u200Fעולם (12)\u200E", "👩‍👩‍👧 Family", "Zoë\u00a0& Co", ""])(
  "%s, which contains no such character, stays unchanged",
  (text) => {
    expect(showBidiControls(text)).toBe(text);
  },
);

const copied: string[] = [];

function Copied({ text }: { text: string }) {
  copied.push(text);
  return <input defaultValue={text} />;
}

test("a name cannot reverse the text of a page, in any element or attribute", () => {
  const html = renderToStaticMarkup(
    <section aria-label={reversed}>
      <h1>{reversed}</h1>
      <p title={reversed}>Change the plan of {reversed} to Essential.</p>
      <ul>
        {[reversed].map((name) => (
          <li key={name}>{[name, "!"]}</li>
        ))}
      </ul>
      {/* biome-ignore lint/complexity/noUselessFragments: a fragment is what this test renders */}
      <>{reversed}</>
      <CustomerName environment="sandbox" customerID={undefined} companyName={reversed} />
    </section>,
  );
  expect(html).not.toMatch(controls);
  expect(html.match(/\[U\+202E\]GmbH moof/g)).toHaveLength(8);
});

test("a column of plain text shows control characters as inert text", () => {
  const cell = { column: { columnDef: { cell: () => reversed } }, getContext: () => ({}) };
  const props = { cell } as unknown as Parameters<typeof CellContent>[0];
  expect(renderToStaticMarkup(<CellContent {...props} />)).toBe("[U+202E]GmbH moof");
});

test("the title of a page contains no control characters either", async () => {
  expect(await titleWithin(Promise.resolve(reversed), "Customer")).toBe("[U+202E]GmbH moof");
});

test("text that a person edits, and props of a component, stay exact", () => {
  expect(renderToStaticMarkup(<Copied text={reversed} />)).toBe(`<input value="${reversed}"/>`);
  expect(copied).toEqual([reversed]);
});
