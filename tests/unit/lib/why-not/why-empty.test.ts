import { expect, test } from "vitest";
import { defaultOperationsView } from "#lib/url-state/operations-view.ts";
import { operationLimits } from "#lib/why-not/operation-limits.ts";
import { type EmptyCause, whyEmpty } from "#lib/why-not/why-empty.ts";

const limit = (cause: EmptyCause, found?: number) => ({ cause, change: {}, found });

test("the first limit without which there are rows is the reason", () => {
  expect(whyEmpty([limit("window", 0), limit("deleted", 2), limit("search", 9)])).toEqual({
    kind: "limit",
    limit: limit("deleted", 2),
  });
});

test("behind a limit that could not be counted nothing is decided", () => {
  const [deleted, search] = [limit("deleted"), limit("search", 9)];
  // The count shows that the window excludes no rows, so only the other two limits are in question.
  expect(whyEmpty([limit("window", 0), deleted, search])).toEqual({ kind: "undecided", limits: [deleted, search] });
});

test("a list without limits, or one that is empty without its limits too, has nothing to remove", () => {
  expect(whyEmpty([])).toEqual({ kind: "nothing" });
  expect(whyEmpty([limit("window", 0)])).toEqual({ kind: "nothing" });
});

test("each set filter can be removed alone, and after these all filters together", () => {
  const one = operationLimits({ ...defaultOperationsView, ticket: "T-1", offset: 50 });
  expect(one).toEqual([{ cause: "filter", filter: "ticket", change: { ticket: undefined } }]);
  const two = operationLimits({ ...defaultOperationsView, ticket: "T-1", mine: true });
  expect(two.at(-1)).toEqual({ cause: "filters", change: { mine: false, staffID: undefined, ticket: undefined } });
  expect(operationLimits(defaultOperationsView)).toEqual([]);
});
