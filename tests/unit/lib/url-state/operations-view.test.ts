import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { operationKinds, operationOutcomes, operationStates } from "#lib/contract/operation.ts";
import { operationListQuerySchema } from "#lib/contract/operation-requests.ts";
import { creationViewParams, parseCreationView } from "#lib/url-state/creation-view.ts";
import {
  changeOperationsView,
  defaultOperationsView,
  type OperationsView,
  operationsQuery,
  operationsViewParams,
  parseOperationsView,
} from "#lib/url-state/operations-view.ts";
import { pageSizes } from "#lib/url-state/page-view.ts";

const ids = fc
  .string({ minLength: 1, maxLength: 60 })
  .map((text) => text.toWellFormed().trim())
  .filter((text) => text !== "");

const views: fc.Arbitrary<OperationsView> = fc.record({
  mine: fc.boolean(),
  states: fc.subarray([...operationStates]),
  outcomes: fc.subarray([...operationOutcomes]),
  kind: fc.option(fc.constantFrom(...operationKinds), { nil: undefined }),
  customerID: fc.option(ids, { nil: undefined }),
  limit: fc.constantFrom(...pageSizes),
  offset: fc.integer({ min: 0, max: 10_000_000 }),
});

describe("the URL of the operations page", () => {
  test("every view comes back from its URL as it was", () => {
    fc.assert(
      fc.property(views, (view) => {
        const url = new URL(`http://console.test/?${operationsViewParams(view)}`);
        expect(parseOperationsView(url.searchParams)).toEqual(view);
      }),
    );
  });

  test("any text is read as some view that the BFF takes, and reading is stable", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const view = parseOperationsView(new URLSearchParams(text));
        expect(parseOperationsView(operationsViewParams(view))).toEqual(view);
        expect(operationListQuerySchema.safeParse(Object.fromEntries(operationsQuery(view))).success).toBe(true);
      }),
    );
  });

  test("the default view has an empty URL", () => {
    expect(operationsViewParams(defaultOperationsView).toString()).toBe("");
  });

  test("another filter begins at its first row, another page size keeps its row", () => {
    const view: OperationsView = { ...defaultOperationsView, offset: 75 };
    expect(changeOperationsView(view, { mine: true })).toMatchObject({ mine: true, offset: 0 });
    expect(changeOperationsView(view, { limit: 50 })).toMatchObject({ limit: 50, offset: 50 });
    expect(changeOperationsView(view, { offset: 25 })).toMatchObject({ offset: 25 });
  });
});

test("the URL of a creation comes back as it was", () => {
  fc.assert(
    fc.property(
      fc.record({
        again: fc.option(ids, { nil: undefined }),
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
