import { expect, test } from "vitest";
import { defaultOperationsView } from "#lib/url-state/operations-view.ts";
import { operationLimits } from "#lib/why-not/operation-limits.ts";
import { type EmptyCause, whyEmpty } from "#lib/why-not/why-empty.ts";

const limit = (cause: EmptyCause, found?: number) => ({ cause, change: {}, found });

test("the reason is the first limit without which there are rows", () => {
  expect(whyEmpty([limit("window", 0), limit("deleted", 2), limit("search", 9)])).toEqual({
    kind: "limit",
    limit: limit("deleted", 2),
  });
});

test("if an earlier limit could not be counted, no reason is named", () => {
  const [deleted, search] = [limit("deleted"), limit("search", 9)];
  // The count shows that the window excludes no rows, so only the other two limits are in question.
  expect(whyEmpty([limit("window", 0), deleted, search])).toEqual({ kind: "undecided", limits: [deleted, search] });
});

test("a list without limits, or a list that is empty even without its limits, offers nothing to remove", () => {
  expect(whyEmpty([])).toEqual({ kind: "nothing" });
  expect(whyEmpty([limit("window", 0)])).toEqual({ kind: "nothing" });
});

test("each active filter can be removed separately, and after these all filters together", () => {
  const one = operationLimits({ ...defaultOperationsView, ticket: "T-1", offset: 50 });
  expect(one).toEqual([{ cause: "filter", filter: "ticket", change: { ticket: undefined } }]);
  const two = operationLimits({ ...defaultOperationsView, ticket: "T-1", mine: true });
  expect(two.at(-1)).toEqual({ cause: "filters", change: { mine: false, staffIDs: [], ticket: undefined } });
  expect(operationLimits(defaultOperationsView)).toEqual([]);
});
