import { expect, test } from "vitest";
import { hitHref, type LookupReading, lookupGroup } from "#components/lookup/choices.ts";
import { foundText, lookedText } from "#components/lookup/texts.ts";
import type { Looked, LookupAnswer, LookupHit } from "#lib/contract/lookup.ts";

const asOf = "2026-11-20T12:00:00.000Z";
const customer = (id: string): LookupHit => ({ kind: "customer", id, label: id, detail: "", customerID: id });
const number: LookupHit = { kind: "number", id: "+49", label: "+49", detail: "", row: 57 };
const walk = (to: number, total: number, complete = false): Looked => ({
  what: "numbers",
  by: "walk",
  complete,
  walked: { from: 0, to, total },
});

const group = (pages: Omit<LookupAnswer, "asOf">[], members: Partial<LookupReading> = {}, text = "acme") =>
  lookupGroup(
    {
      environment: "sandbox",
      pages: pages.map((page) => ({ ...page, asOf })),
      problem: undefined,
      searching: false,
      goingOn: false,
      problemFurther: false,
      retry: () => {},
      goOn: () => {},
      ...members,
    },
    text,
  );
const kinds = (...given: Parameters<typeof group>) => group(...given).choices.map(({ kind }) => kind);

test("a hit leads to its own environment; a number to its customer, or to its page of the list", () => {
  expect(hitHref("sandbox", customer("a/b"))).toBe("/sandbox/customers/a%2Fb");
  expect(hitHref("production", { ...number, customerID: "c" })).toBe("/production/customers/c");
  expect(hitHref("production", number)).toBe("/production/numbers?offset=50");
  expect(hitHref("production", { ...number, kind: "job", id: "j" })).toBe("/production/jobs/j");
  expect(hitHref("production", { ...number, kind: "operation", id: "o" })).toBe("/production/operations/o");
});

test("where more match than are shown, the list of all of them is offered", () => {
  const looked: Looked = { what: "customers", by: "search", complete: false, total: 9 };
  const { choices } = group([{ hits: [customer("1")], looked: [looked] }], {}, " “acme” ");
  expect(choices.at(-1)).toMatchObject({
    kind: "all-matches",
    total: 9,
    href: "/sandbox/customers?window=all&searchTerm=acme&includeDeleted=true",
  });
  expect(foundText([customer("1")], [looked])).toBe("top 1 of 9");
});

test("a walk that has not ended can be gone on with; what it found stays, each hit once", () => {
  const first = { hits: [number], looked: [walk(2_000, 2_401)] };
  expect(kinds([first])).toEqual(["hit", "further"]);
  const both = group([first, { hits: [number], looked: [walk(2_401, 2_401, true)] }]);
  expect(both.choices.map(({ kind }) => kind)).toEqual(["hit"]);
  expect(both.looked).toEqual([walk(2_401, 2_401, true)]);
});

test("an ID that no search finds can be looked for row by row", () => {
  const looked: Looked[] = [{ what: "customers", by: "search", complete: false }];
  expect(kinds([{ hits: [], looked }])).toEqual(["further"]);
});

test("a failure is a line to try again, and hits beside it stay; a list that the API does not have is none", () => {
  const problem = { code: "offline", detail: "x", errors: [] } as const;
  expect(kinds([], { problem: { ...problem, errors: [] } })).toEqual(["retry"]);
  const part = (code: "upstream_failed" | "not_offered"): Looked => ({
    what: "numbers",
    by: "walk",
    complete: false,
    problem: { type: "", title: "", status: 502, detail: "No.", code, errors: [], requestID: "r" },
  });
  expect(kinds([{ hits: [customer("1")], looked: [part("upstream_failed")] }])).toEqual(["hit", "retry"]);
  expect(kinds([{ hits: [], looked: [part("not_offered")] }])).toEqual([]);
  expect(lookedText(part("not_offered"), [])).toBe("Numbers: No.");
});

test("how far the console looked is said in words", () => {
  expect(lookedText(walk(2_000, 15_310), [])).toBe("Checked 2,000 of 15,310 numbers.");
  expect(lookedText(walk(341, 341, true), [])).toBe("All 341 numbers were checked.");
  expect(lookedText(walk(100, 341, true), [number])).toBeUndefined();
  expect(lookedText({ what: "customers", by: "search", complete: true, total: 0 }, [])).toMatch(/all time.*deleted/);
  expect(lookedText({ what: "jobs", by: "id", complete: true }, [])).toBeUndefined();
});
