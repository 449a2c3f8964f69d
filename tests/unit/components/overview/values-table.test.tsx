import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ValuesTable } from "#components/overview/values-table.tsx";

const widths = (counts: readonly number[], looked: number) => {
  const values = counts.map((count, index) => ({ value: `plan ${index}`, count }));
  const answer = {
    asOf: "2026-11-20T12:00:00Z",
    coverage: { looked, total: looked },
    window: { datefrom: "" },
    values,
  };
  const html = renderToStaticMarkup(<ValuesTable member="plan" window="30d" answer={answer} />);
  return [...html.matchAll(/<rect width="([^"]*)"/g)].map(([, width]) => width);
};

test("a bar's length is the plan's share of all customers", () => {
  expect(widths([250, 125, 25], 500)).toEqual(["100%", "50%", "100%", "25%", "100%", "5%"]);
});

test("a plan that all customers have fills its bar, and a plan that half of them have does not", () => {
  expect(widths([4], 4)).toEqual(["100%", "100%"]);
  expect(widths([2], 4)).toEqual(["100%", "50%"]);
});
