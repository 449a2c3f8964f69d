import { expect, test } from "vitest";
import { formatCount, formatPlaces, formatPlural } from "#lib/format/format-number.ts";

test("counts are grouped by the locale", () => {
  expect(formatCount(12_345, "en")).toBe("12,345");
  expect(formatCount(12_345, "de")).toBe("12.345");
});

test("a page says where its rows stand in the list, and does not make a span of one", () => {
  expect(formatPlaces(0, 25, "en")).toBe("1–25");
  expect(formatPlaces(1_000, 25, "en")).toBe("1,001–1,025");
  expect(formatPlaces(25, 1, "en")).toBe("26");
});

test("one has its own word, nothing and many share the other", () => {
  const forms = { one: "customer", other: "customers" };
  expect(formatPlural(1, forms, "en")).toBe("1 customer");
  expect(formatPlural(0, forms, "en")).toBe("0 customers");
  expect(formatPlural(1_212, forms, "en")).toBe("1,212 customers");
  expect(formatPlural(1, { other: "sheep" }, "en")).toBe("1 sheep");
});
