import { expect, test } from "vitest";
import { resultAnnouncement } from "#components/lookup/choice-list.tsx";
import {
  choiceForEnter,
  commandGroup,
  type LookupReading,
  lookupGroup,
  lookupHitHref,
} from "#components/lookup/choices.ts";
import { allMatchesText, foundText, lookupCoverageText } from "#components/lookup/texts.ts";
import type { LookupAnswer, LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";

const asOf = "2026-11-20T12:00:00.000Z";
const customer = (id: string): LookupHit => ({ kind: "customer", id, label: id, detail: "", customerID: id });
const number: LookupHit = { kind: "number", id: "+49", label: "+49", detail: "", row: 57 };
const walk = (to: number, total: number, complete = false): SearchCoverage => ({
  what: "numbers",
  by: "walk",
  complete,
  walked: { from: 0, to, total },
});

const group = (pages: Omit<LookupAnswer, "asOf">[], members: Partial<LookupReading> = {}) =>
  lookupGroup({
    environment: "sandbox",
    pages: pages.map((page) => ({ ...page, asOf })),
    problem: undefined,
    searching: false,
    goingOn: false,
    problemFurther: false,
    retry: () => {},
    goOn: () => {},
    ...members,
  });
const kinds = (...given: Parameters<typeof group>) => group(...given).choices.map(({ kind }) => kind);

test("a hit opens its own environment; a number opens its customer, where it is marked, or its page of the list", () => {
  expect(lookupHitHref("sandbox", customer("a/b"))).toBe("/sandbox/customers/a%2Fb");
  expect(lookupHitHref("production", { ...number, customerID: "c" })).toBe("/production/customers/c?number=%2B49");
  expect(lookupHitHref("production", number)).toBe("/production/numbers?offset=50");
  expect(lookupHitHref("production", { ...number, kind: "job", id: "j" })).toBe("/production/jobs/j");
  expect(lookupHitHref("production", { ...number, kind: "operation", id: "o" })).toBe("/production/operations/o");
});

test("if more rows match than are shown, the list of all matches is offered", () => {
  const looked: SearchCoverage = { what: "customers", by: "search", complete: false, term: "acme", total: 9 };
  const { choices } = group([{ hits: [customer("1")], looked: [looked] }]);
  expect(choices.at(-1)).toMatchObject({
    kind: "all-matches",
    total: 9,
    href: "/sandbox/customers?window=all&searchTerm=acme&includeDeleted=true",
  });
  expect(foundText([customer("1")], [looked])).toBe("top 1 of 9");
});

test("after a corrected word, the list of all matches uses the corrected term and not the typed text", () => {
  const corrected = { what: "customers", by: "search", complete: false, term: "acne", similar: true } as const;
  const looked: SearchCoverage = { ...corrected, total: 7, searches: [{ term: "Acme", total: 7 }] };
  const { choices } = group([{ hits: [customer("1")], looked: [looked] }]);
  expect(choices.at(-1)).toMatchObject({ kind: "all-matches", total: 7, term: "Acme" });
  expect(choices.at(-1)).toMatchObject({ href: "/sandbox/customers?window=all&searchTerm=Acme&includeDeleted=true" });
  expect(allMatchesText(7, "Acme")).toBe("Show all 7 customers that match “Acme”");
  expect(foundText([customer("1")], [{ ...corrected, total: 1, atLeast: true }])).toBe("top 1 of at least 1");
  expect(kinds([{ hits: [customer("1")], looked: [{ ...corrected, total: 1, atLeast: true }] }])).toEqual(["hit"]);
});

test("known customers are searched besides the API: both show their progress, and known customers alone never end a search", () => {
  const known: SearchCoverage = { what: "customers", by: "known", complete: true, term: "acme" };
  const search: SearchCoverage = { what: "customers", by: "search", complete: false, term: "acme", total: 9 };
  const { looked, choices } = group([{ hits: [customer("1")], looked: [search, known] }]);
  expect(looked.map(({ by }) => by)).toEqual(["search", "known"]);
  expect(choices.map(({ kind }) => kind)).toEqual(["hit", "all-matches"]);
  expect(foundText([customer("1")], looked)).toBe("top 1 of 9");
  expect(foundText([], [known, walk(1_000, 3_297)])).toBe("Nothing found yet");
  expect(lookupCoverageText(known, [])).toBeUndefined();
  expect(lookupCoverageText({ ...known, similar: true }, [customer("1")])).toContain("or of two words");
});

test("an unfinished search can be continued, and its hits stay, each once", () => {
  const first = { hits: [number], looked: [walk(2_000, 2_401)] };
  expect(kinds([first])).toEqual(["hit", "further"]);
  const both = group([first, { hits: [number], looked: [walk(2_401, 2_401, true)] }]);
  expect(both.choices.map(({ kind }) => kind)).toEqual(["hit"]);
  expect(both.looked).toEqual([walk(2_401, 2_401, true)]);
});

test("an ID that the API's search does not find can be searched row by row", () => {
  const looked: SearchCoverage[] = [{ what: "customers", by: "search", complete: false }];
  expect(kinds([{ hits: [], looked }])).toEqual(["further"]);
});

test("a failure offers a retry and keeps the other hits, and a list that the API does not have is no failure", () => {
  const problem = { code: "offline", detail: "x", errors: [] } as const;
  expect(kinds([], { problem: { ...problem, errors: [] } })).toEqual(["retry"]);
  const part = (code: "upstream_failed" | "not_offered"): SearchCoverage => ({
    what: "numbers",
    by: "walk",
    complete: false,
    problem: { type: "", title: "", status: 502, detail: "No.", code, errors: [], requestID: "r" },
  });
  expect(kinds([{ hits: [customer("1")], looked: [part("upstream_failed")] }])).toEqual(["hit", "retry"]);
  expect(kinds([{ hits: [], looked: [part("not_offered")] }])).toEqual([]);
  expect(lookupCoverageText(part("not_offered"), [])).toBe("Numbers: No.");
});

test("the coverage of a search is described in words", () => {
  expect(lookupCoverageText(walk(2_000, 15_310), [])).toBe("Checked 2,000 of 15,310 numbers.");
  expect(lookupCoverageText(walk(341, 341, true), [])).toBe("All 341 numbers were checked.");
  expect(lookupCoverageText(walk(100, 341, true), [number])).toBeUndefined();
  expect(lookupCoverageText({ what: "customers", by: "search", complete: true, total: 0 }, [])).toMatch(
    /all time.*deleted/,
  );
  expect(lookupCoverageText({ what: "jobs", by: "id", complete: true }, [])).toBeUndefined();
});

test("Enter opens the hit that was and still is at the top, the only hit, or a command if nothing is found", () => {
  const { choices } = group([{ hits: [customer("1"), customer("2")], looked: [] }]);
  const [one, two] = choices;
  expect(choiceForEnter(choices, "sandbox", one?.id)).toBe(one);
  expect(choiceForEnter(choices, "sandbox", two?.id)).toBeUndefined();
  expect(choiceForEnter(choices, "sandbox", undefined)).toBeUndefined();
  expect(choiceForEnter(choices.slice(0, 1), "sandbox", undefined)).toBe(one);
  expect(choiceForEnter(choices.slice(0, 1), "production", undefined)).toBeUndefined();
  const [command] = commandGroup([{ label: "Sign out", action: { kind: "sign-out" } }]).choices;
  expect(choiceForEnter(command ? [command] : [], "sandbox", undefined)).toBe(command);
});

test("the console's own records lead to their pages", () => {
  const record = { id: "1", label: "", detail: "" };
  expect(lookupHitHref("sandbox", { ...record, kind: "bulk" })).toBe("/sandbox/bulk/1");
  expect(lookupHitHref("sandbox", { ...record, kind: "import" })).toBe("/sandbox/imports/1");
  expect(lookupHitHref("sandbox", { ...record, kind: "planned" })).toBe("/sandbox/planned/1");
});

test("data that could not be read again show the age of the answer that is shown", () => {
  const page = { hits: [customer("1")], looked: [] };
  expect(group([page])).not.toHaveProperty("oldAsOf");
  const failed = group([page], { problem: { code: "offline", detail: "x", errors: [] } });
  expect(failed).toMatchObject({ oldAsOf: asOf, hits: [{ id: "1", asOf }] });
  expect(group([{ ...page, stale: true }])).toMatchObject({ oldAsOf: asOf });
});

test("while the API is down, hits among known customers show their own age, and one line says so for all searches", () => {
  const problem = { code: "upstream_paused", detail: "Paused.", requestID: "r", errors: [] } as const;
  const looked = (["customers", "numbers"] as const).map((what) => ({
    what,
    by: "search" as const,
    complete: false,
    problem: { type: "", title: "", status: 503, ...problem, errors: [] },
  }));
  const hit = { ...customer("1"), confirmed: false, seenAt: "2026-11-20T11:00:00.000Z" };
  const answer = group([{ hits: [hit], looked, stale: true }]);
  expect(answer).not.toHaveProperty("oldAsOf");
  expect(answer.hits).toEqual([hit]);
  expect(answer.choices.at(-1)).toMatchObject({ kind: "retry", isFromRecord: true });
  expect(answer.looked.map((place) => lookupCoverageText(place, answer.hits))).toEqual([undefined, undefined]);
  expect(resultAnnouncement([answer])).toBe(
    "Sandbox: 1 result. The API could not be asked. These results are from what Switchboard has read.",
  );
});

test("the lookup reports that nothing exists only after everything was searched", () => {
  expect(foundText([], [walk(1_000, 3_297)])).toBe("Nothing found yet");
  expect(foundText([], [{ what: "customers", by: "search", complete: false }])).toBe("Nothing found yet");
  expect(foundText([], [walk(3_297, 3_297, true), { what: "customers", by: "search", complete: true, total: 0 }])).toBe(
    "Nothing found",
  );
  const jobs: SearchCoverage = { what: "jobs", by: "search", complete: false, total: 0 };
  expect(lookupCoverageText(jobs, [])).toMatch(/only the newest 100/);
});
