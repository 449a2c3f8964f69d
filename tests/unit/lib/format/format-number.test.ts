import { expect, test } from "vitest";
import { formatCount, formatNumber, formatPercent, formatPlaces, formatPlural } from "#lib/format/format-number.ts";

test("counts are grouped by the locale", () => {
  expect(formatCount(12_345, "en")).toBe("12,345");
  expect(formatCount(12_345, "de")).toBe("12.345");
});

test("a number follows its options and its locale, also if a formatter is cached", () => {
  const euros = { style: "currency", currency: "EUR" } as const;
  for (const _time of ["made", "kept"]) {
    expect(formatNumber(1_234.5, euros, "en")).toBe("€1,234.50");
    expect(formatNumber(1_234.5, { ...euros, currency: "USD" }, "en")).toBe("$1,234.50");
    expect(formatNumber(1_234.5, euros, "de")).toBe("1.234,50\u00a0€");
  }
});

test("a page shows the positions of its rows in the list, and a single row is not shown as a range", () => {
  expect(formatPlaces(0, 25, "en")).toBe("1–25");
  expect(formatPlaces(1_000, 25, "en")).toBe("1,001–1,025");
  expect(formatPlaces(25, 1, "en")).toBe("26");
});

test("the number one has its own word, and all other numbers share the other word", () => {
  const forms = { one: "customer", other: "customers" };
  expect(formatPlural(1, forms, "en")).toBe("1 customer");
  expect(formatPlural(0, forms, "en")).toBe("0 customers");
  expect(formatPlural(1_212, forms, "en")).toBe("1,212 customers");
  expect(formatPlural(1, { other: "sheep" }, "en")).toBe("1 sheep");
});

test("only zero is shown as 0% and only the whole as 100%", () => {
  expect([0, 0.004, 0.006, 0.5, 0.994, 0.996, 1].map((share) => formatPercent(share, 0, "en"))).toEqual([
    "0%",
    "<1%",
    "1%",
    "50%",
    "99%",
    ">99%",
    "100%",
  ]);
  expect([6 / 2_322, 1 / 10_000, 0.9999].map((share) => formatPercent(share, 1, "en"))).toEqual([
    "0.3%",
    "<0.1%",
    ">99.9%",
  ]);
});
