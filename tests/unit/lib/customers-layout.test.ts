import fc from "fast-check";
import { expect, test } from "vitest";
import { densities } from "#lib/browser-storage/table-density.ts";
import {
  type CustomersLayout,
  customerColumnIDs,
  customersLayoutCookieText,
  defaultCustomersLayout,
  readCustomersLayout,
  writeCustomersLayout,
} from "#lib/customers-layout.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const layouts: fc.Arbitrary<CustomersLayout> = fc.record({
  columns: fc.shuffledSubarray([...customerColumnIDs]),
  density: fc.constantFrom(...densities),
});

test("every layout comes back from its cookie as it was", () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      expect(readCustomersLayout(writeCustomersLayout(layout))).toEqual(layout);
      expect(customersLayoutCookieText(layout)).toMatch(/^customersLayout=[\w.]+; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    }),
  );
});

test("any text is some layout, each column once", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const { columns } = readCustomersLayout(text);
      expect(new Set(columns).size).toBe(columns.length);
    }),
  );
  expect(readCustomersLayout(undefined)).toEqual(defaultCustomersLayout);
  expect(readCustomersLayout("compact.plan.salary.plan")).toEqual({ columns: ["plan"], density: "compact" });
});
