import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FilteredRows } from "#components/data-table/why-empty/filtered-rows.tsx";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { WhyNot } from "#components/ui/why-not/why-not.tsx";
import type { ListLimit } from "#lib/why-not/list-limit.ts";
import { whyEmpty } from "#lib/why-not/why-empty.ts";

interface View {
  window?: string;
}

const limits: ListLimit<View>[] = [
  { cause: "window", change: { window: "all" } },
  { cause: "deleted", change: {} },
  { cause: "environment", environment: "sandbox", change: {} },
  { cause: "search", change: {} },
];

/**
 * Returns the markup of an empty list. `found` has, for each limit of the list, the number of rows without that limit.
 */
const empty = (found: readonly (number | undefined)[] | undefined, given = limits) =>
  renderToStaticMarkup(
    <WhyEmptyState
      title="Nothing matches “Mill”"
      why={found && whyEmpty(given.slice(0, found.length).map((limit, at) => ({ ...limit, found: found[at] })))}
      limits={given}
      forms={customerForms}
      wordsOf={({ cause }) => (cause === "environment" ? { name: "Sandbox", href: "/sandbox/customers" } : {})}
      onChange={() => {}}
      nothing="They appear here as soon as the API has one."
      action={<button type="button">New customer</button>}
    />,
  );
const line = (markup: string) => /<span role="status">([^<]*)<\/span>/.exec(markup)?.[1];
const steps = (markup: string) => [...markup.matchAll(/<(?:button|a)[^>]*>([^<]*)</g)].map(([, words]) => words);

test.each([
  [[3], "The date range leaves out 3 customers.", ["Show any day", "Clear search"]],
  [[0, 1], "Deleted ones are not shown: 1 customer.", ["Include deleted", "Clear search"]],
  [[0, 0, 2], "2 customers found in Sandbox.", ["Search in Sandbox", "Clear search"]],
  [[0, 0, 0, 9], "Without the search text: 9 customers.", ["Clear search"]],
])("the counts %j are described as %j, with the step first", (found, said, offered) => {
  const markup = empty(found);
  expect(line(markup)).toBe(said);
  expect(steps(markup)).toEqual(offered);
  expect(markup.match(/button-primary/g)).toHaveLength(1);
});

test("a limit that could not be counted is not named as the reason, and every limit that may hide rows gets a step", () => {
  // The list is also empty without the date range.
  const markup = empty([0, undefined, undefined, 3]);
  expect(line(markup)).toBe(
    "Limited by leaving out deleted ones, this environment, the search text. What this leaves out could not be counted.",
  );
  expect(steps(markup)).toEqual(["Include deleted", "Search in Sandbox", "Clear search"]);
  expect(markup).not.toContain("button-primary");
});

test("while rows are counted no reason is given, and an empty list without limits has its own text", () => {
  expect(line(empty(undefined))).toBe("Checking what leaves out the rest…");
  expect(line(empty([], []))).toBe("They appear here as soon as the API has one.");
  expect(steps(empty([], []))).toEqual(["New customer"]);
});

test("a refused action gives its reason and links to the step", () => {
  const markup = renderToStaticMarkup(<WhyNot id="why" refusal={{ cause: "job", href: "/sandbox/jobs/j" }} />);
  expect(markup).toContain("A job is running on this customer.");
  expect(markup).toMatch(/<a[^>]*href="\/sandbox\/jobs\/j"[^>]*>Open the job<\/a>/);
});

test("if the list is empty even without its limits, no filter can be removed", () => {
  const markup = empty([0, 0, 0, 0]);
  expect(line(markup)).toBe("They appear here as soon as the API has one.");
  expect(steps(markup)).toEqual(["Search in Sandbox", "Clear search"]);
});

test.each([
  [3, "The filter “Failed” leaves out 3 customers.", ["Remove the filter “Failed”"]],
  [0, "", []],
])("a table with one filter and %i rows without it shows %j", (found, said, offered) => {
  const given = { title: "No customers in this state", name: "Failed", forms: customerForms, onRemove: () => {} };
  const markup = renderToStaticMarkup(<FilteredRows {...given} found={found} />);
  expect(line(markup)).toBe(said);
  expect(steps(markup)).toEqual(offered);
});
