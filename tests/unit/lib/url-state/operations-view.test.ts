import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operationExportQuerySchema, operationListQuerySchema } from "#lib/contract/operations/operation-requests.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { operationStates, outcomeFilters } from "#lib/contract/values/operations/operation-states.ts";
import { operationKinds } from "#lib/operation-kinds/operation-kinds.ts";
import { creationViewParams, parseCreationView } from "#lib/url-state/creation-view.ts";
import {
  changeOperationsView,
  defaultOperationsView,
  type OperationsView,
  operationsExportQuery,
  operationsQuery,
  operationsViewParams,
  parseOperationsView,
} from "#lib/url-state/operations-view.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";

const texts = fc.string({ maxLength: 60 }).map((text) => text.toWellFormed().trim());
const ids = texts.filter((text) => resourceIDSchema.safeParse(text).success);
const days = fc.option(
  fc
    .date({ min: new Date("1970-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .map((date) => utcDay(date.getTime())),
  { nil: undefined },
);

/** The query as the BFF passes it to the schema: a list of IDs for the parameter that may be given several times. */
const asParsed = (query: URLSearchParams) => ({
  ...Object.fromEntries(query),
  ...(query.has("staffID") && { staffID: query.getAll("staffID") }),
});

const views: fc.Arbitrary<OperationsView> = fc
  .record({
    mine: fc.boolean(),
    staffIDs: fc.uniqueArray(ids, { maxLength: 3 }),
    searchTerm: texts,
    days: fc.tuple(days, days),
    states: fc.subarray([...operationStates]),
    outcomes: fc.subarray([...outcomeFilters]),
    kinds: fc.subarray(operationKinds.map(({ kind }) => kind)),
    customerID: fc.option(ids, { nil: undefined }),
    ticket: fc.constantFrom(undefined, "INC-1", "a b", "Ärger 2026.1"),
    limit: fc.constantFrom(...pageSizes),
    offset: fc.integer({ min: 0, max: 10_000_000 }),
  })
  .map(({ days: [one, other], ...view }) => {
    const isInOrder = one === undefined || other === undefined || one <= other;
    const [datefrom, dateto] = isInOrder ? [one, other] : [other, one];
    return { ...view, staffIDs: view.mine ? [] : view.staffIDs, datefrom, dateto };
  });

describe("the URL of the operations page", () => {
  test("every view survives the conversion to its URL and back", () => {
    fc.assert(
      fc.property(views, (view) => {
        const url = new URL(`http://console.test/?${operationsViewParams(view)}`);
        expect(parseOperationsView(url.searchParams)).toEqual(view);
      }),
    );
  });

  test("any text is parsed as some view that the BFF accepts, and parsing again gives the same view", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const view = parseOperationsView(new URLSearchParams(text));
        expect(parseOperationsView(operationsViewParams(view))).toEqual(view);
        expect(operationListQuerySchema.safeParse(asParsed(operationsQuery(view))).success).toBe(true);
        expect(operationExportQuerySchema.safeParse(asParsed(operationsExportQuery(view))).success).toBe(true);
      }),
    );
  });

  test("days that do not exist and ranges with an end before their beginning are ignored", () => {
    const daysOf = (query: string) => {
      const { datefrom, dateto } = parseOperationsView(new URLSearchParams(query));
      return [datefrom, dateto];
    };
    expect(daysOf("datefrom=2026-02-30&dateto=2026-11-05")).toEqual([undefined, "2026-11-05"]);
    expect(daysOf("datefrom=2026-11-05&dateto=2026-11-04")).toEqual(["2026-11-05", undefined]);
    expect(daysOf("datefrom=2026-11-05&dateto=2026-11-05")).toEqual(["2026-11-05", "2026-11-05"]);
  });

  test("an old link to `needs-look` leads to the list of operations that need attention", () => {
    const view = parseOperationsView(new URLSearchParams("outcome=needs-look,running"));
    expect(view.outcomes).toEqual(["needs-attention", "running"]);
    expect(operationsViewParams(view).get("outcome")).toBe("needs-attention,running");
  });

  test("the group for attention does not contain operations that the console prevented", () => {
    const { outcome } = operationListQuerySchema.parse({ outcome: "needs-attention" });
    expect(outcome).toEqual(["failed", "refused", "unknown"]);
    expect(operationListQuerySchema.parse({ outcome: "needs-look,failed,done" }).outcome).toEqual([
      "done",
      "failed",
      "refused",
      "unknown",
    ]);
  });

  test("the default view has an empty URL", () => {
    expect(operationsViewParams(defaultOperationsView).toString()).toBe("");
  });

  test("another filter leads back to the first row, and another page size keeps the row that was at the top", () => {
    const view: OperationsView = { ...defaultOperationsView, offset: 75 };
    expect(changeOperationsView(view, { mine: true })).toMatchObject({ mine: true, offset: 0 });
    expect(changeOperationsView(view, { limit: 50 })).toMatchObject({ limit: 50, offset: 50 });
    expect(changeOperationsView(view, { offset: 25 })).toMatchObject({ offset: 25 });
  });
});

test("the URL of a creation with the values of a customer survives parsing and writing", () => {
  const view = { again: undefined, like: "c 1", step: "form" as const };
  expect(parseCreationView(creationViewParams(view))).toEqual(view);
  expect(parseCreationView(new URLSearchParams("again=o1&like=c1"))).toMatchObject({ again: "o1", like: undefined });
});

test("the URL of a creation survives parsing and writing", () => {
  fc.assert(
    fc.property(
      fc.record({
        // A creation has the values of an earlier operation or of a customer, never of both.
        again: fc.option(ids, { nil: undefined }),
        like: fc.constant(undefined),
        step: fc.constantFrom("form" as const, "review" as const),
      }),
      (view) => {
        expect(parseCreationView(new URL(`http://console.test/?${creationViewParams(view)}`).searchParams)).toEqual(
          view,
        );
      },
    ),
  );
});
