import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CustomersLayout,
  customerColumnIDs,
  defaultCustomersLayout,
  ownCustomersLayout,
  parseCustomersLayout,
  writeCustomersLayout,
} from "#lib/customers/customers-layout.ts";
import { densities } from "#lib/table-density.ts";
import { anyText } from "#tests/fixtures/any-text.ts";

const layouts: fc.Arbitrary<CustomersLayout> = fc.record({
  columns: fc.shuffledSubarray([...customerColumnIDs]),
  density: fc.constantFrom(...densities),
});

test("every layout survives the conversion to a URL and back", () => {
  fc.assert(
    fc.property(layouts, (layout) => {
      expect(writeCustomersLayout(layout)).toMatch(/^[\w.]+$/);
      expect(parseCustomersLayout(writeCustomersLayout(layout))).toEqual(layout);
    }),
  );
});

test("any text gives either a layout with each column once, or no layout", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const columns = parseCustomersLayout(text)?.columns ?? [];
      expect(new Set(columns).size).toBe(columns.length);
    }),
  );
  expect(parseCustomersLayout("compact.plan.salary.plan")).toEqual({ columns: ["plan"], density: "compact" });
});

test("a person without a layout gets the default layout, and removed columns are dropped", () => {
  expect(ownCustomersLayout({})).toEqual(defaultCustomersLayout);
  expect(ownCustomersLayout({ density: "compact" })).toEqual({ ...defaultCustomersLayout, density: "compact" });
  expect(ownCustomersLayout({ columns: ["created", "salary"] }).columns).toEqual(["created"]);
});
