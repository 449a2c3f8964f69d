import type { RecentCustomer } from "#lib/browser-storage/recent-customers.ts";
import type { LookupAnswer, LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { nextLookupStep } from "#lib/query/customers/lookup.ts";
import { type ShownProblem, toShownProblem } from "#lib/requests/shown-problem.ts";
import { changeCustomersView, customersViewParams, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { defaultPageView, pageViewParams } from "#lib/url-state/page-view.ts";
import { searchedNumberParams } from "#lib/url-state/searched-number.ts";
import type { Command } from "./commands.ts";

/** A line that a person can choose. A line with an `href` is a link. */
export type Choice = { id: string } & (
  | { kind: "hit"; environment: Environment; hit: LookupHit; href: string }
  | { kind: "recent"; environment: Environment; customer: RecentCustomer; href: string }
  | { kind: "all-matches"; environment: Environment; total: number; term?: string; href: string }
  | { kind: "further"; environment: Environment; what: "numbers" | "customers"; again: boolean; run: () => void }
  | {
      kind: "retry";
      environment: Environment;
      problem: ShownProblem;
      /** True if some of the hits come only from the store of known customers. */
      isFromRecord: boolean;
      run: () => void;
    }
  | { kind: "command"; command: Command; href?: string }
);

/** A group of lines under one heading. */
export interface ChoiceGroup {
  id: string;
  /** The environment of the lines. Absent for commands that apply to all environments. */
  environment?: Environment;
  kind: "lookup" | "recent" | "commands";
  choices: Choice[];
  /** The coverage of each search. */
  looked: SearchCoverage[];
  /** The hits of all searches. */
  hits: LookupHit[];
  /** The time of the oldest outdated answer. Set if the hits are outdated and the API has returned nothing newer. */
  oldAsOf?: string;
  /** True while the answer loads. The visible hits then still belong to an earlier text. */
  searching: boolean;
  /** True while the next part of a long search loads. */
  goingOn: boolean;
}

/**
 * The URL of a hit's page. A telephone number has no page of its own. Its link opens the page of the number's customer,
 * or the list of numbers if the customer is unknown.
 */
export function lookupHitHref(environment: Environment, { kind, id, customerID, row = 0 }: LookupHit): string {
  switch (kind) {
    case "customer":
      return pages.customer(environment, id);
    case "job":
      return pages.job(environment, id);
    case "operation":
      return pages.operation(environment, id);
    case "planned":
      return pages.plannedChange(environment, id);
    case "bulk":
      return pages.bulk(environment, id);
    case "import":
      return pages.import(environment, id);
    case "ticket":
      return pages.ticket(id);
    case "tag":
      return pages.customers(environment, new URLSearchParams({ tag: id }));
    case "number": {
      if (customerID !== undefined) return pages.customer(environment, customerID, searchedNumberParams(id));
      const { limit } = defaultPageView;
      return pages.numbers(environment, pageViewParams({ limit, offset: row - (row % limit) }));
    }
  }
}

/** True if the hit comes from the store of known customers. Such a hit has its own time. */
const isRead = ({ seenAt }: LookupHit) => seenAt !== undefined;

/**
 * Merges the partial answers of one lookup. Each hit appears once, and each source has its newest coverage. If `isOld`
 * is true, no newer answer was available, so each hit gets the time of its own answer.
 */
function merged(
  pages: readonly LookupAnswer[],
  isOld: boolean,
): Pick<LookupAnswer, "hits" | "looked"> & { oldAsOf?: string } {
  const hits = new Map<string, LookupHit>();
  const looked = new Map<string, SearchCoverage>();
  for (const page of pages) {
    for (const hit of page.hits) {
      const key = `${hit.kind} ${hit.id}`;
      if (!hits.has(key)) hits.set(key, isOld && !isRead(hit) ? { ...hit, asOf: hit.asOf ?? page.asOf } : hit);
    }
    // The store of known customers and the API are searched in parallel, so each of the two has its own coverage. A
    // later search of the same source replaces the earlier search.
    for (const place of page.looked) looked.set(`${place.what} ${place.by === "known" ? "record" : "api"}`, place);
  }
  const [oldAsOf] = pages
    .filter((page) => (isOld || page.stale) && !(page.hits.length > 0 && page.hits.every(isRead)))
    .map(({ asOf }) => asOf)
    .toSorted();
  return {
    hits: [...hits.values()],
    looked: [...looked.values()],
    ...(oldAsOf !== undefined && { oldAsOf }),
  };
}

/** The state of a lookup in one environment, as TanStack Query reports it. */
export interface LookupReading {
  environment: Environment;
  pages: readonly LookupAnswer[];
  problem: ShownProblem | undefined;
  searching: boolean;
  goingOn: boolean;
  /** True if the next part failed to load. The earlier hits remain visible. */
  problemFurther: boolean;
  retry: () => void;
  goOn: () => void;
}

/** Links to lists with all matches, if not all matches are shown. */
function allMatches(environment: Environment, { hits, looked }: Pick<LookupAnswer, "hits" | "looked">): Choice[] {
  const search = looked.find(({ by, total }) => by === "search" && total !== undefined);
  const shown = hits.filter(({ kind }) => kind === "customer").length;
  if (search?.term === undefined || search.total === undefined) return [];
  if (search.total <= shown && !search.atLeast) return [];
  // The API's list finds only the exact text. The list does not find words in another order, or words that differ in
  // one letter.
  const isTyped = search.searches === undefined && search.similar === undefined;
  const searches = search.searches ?? (isTyped ? [{ term: search.term, total: search.total }] : []);
  return searches.map(({ term, total }) => {
    const view = changeCustomersView(defaultCustomersView, { searchTerm: term, window: "all", includeDeleted: true });
    return {
      id: `${environment} all ${term}`,
      kind: "all-matches",
      environment,
      total,
      ...(search.searches && { term }),
      href: pages.customers(environment, customersViewParams(view)),
    };
  });
}

/** The lines for one environment when a text is looked up. */
export function lookupGroup(reading: LookupReading): ChoiceGroup {
  const { environment, problem, searching, goingOn, problemFurther, retry, goOn } = reading;
  const answer = merged(reading.pages, problem !== undefined && !problemFurther);
  const last = reading.pages.at(-1);
  const step = last && nextLookupStep(last);
  const failedPart = answer.looked.find((place) => place.problem && place.problem.code !== "not_offered")?.problem;
  const failed = problem ?? (failedPart && toShownProblem(failedPart));
  const choices: Choice[] = answer.hits.map((hit) => ({
    // A number can belong to several customers.
    id: `${environment} ${hit.kind} ${hit.id} ${hit.kind === "number" ? (hit.customerID ?? "") : ""}`.trimEnd(),
    kind: "hit",
    environment,
    hit,
    href: lookupHitHref(environment, hit),
  }));
  choices.push(...allMatches(environment, answer));
  if (step) {
    const what = step.deep ? "customers" : "numbers";
    choices.push({
      id: `${environment} further`,
      kind: "further",
      environment,
      what,
      again: step.from !== undefined,
      run: goOn,
    });
  }
  if (failed && !searching) {
    const run = problemFurther ? goOn : retry;
    const isFromRecord = answer.hits.some(({ confirmed }) => confirmed === false);
    choices.push({ id: `${environment} retry`, kind: "retry", environment, problem: failed, isFromRecord, run });
  }
  return { id: `lookup ${environment}`, environment, kind: "lookup", choices, ...answer, searching, goingOn };
}

const settled = { looked: [], hits: [], searching: false, goingOn: false };

/** The recently opened customers of one environment. */
export function recentGroup(environment: Environment, customers: readonly RecentCustomer[]): ChoiceGroup {
  const choices = customers.map(
    (customer): Choice => ({
      id: `${environment} recent ${customer.customerID}`,
      kind: "recent",
      environment,
      customer,
      href: pages.customer(environment, customer.customerID),
    }),
  );
  return { id: `recent ${environment}`, environment, kind: "recent", choices, ...settled };
}

/** The lines of the commands. */
export function commandGroup(commands: readonly Command[]): ChoiceGroup {
  const choices = commands.map(
    (command): Choice => ({
      id: `command ${command.environment ?? ""} ${command.label}`,
      kind: "command",
      command,
      ...(command.action.kind === "go" ? { href: command.action.href } : {}),
    }),
  );
  return { id: "commands", kind: "commands", choices, ...settled };
}

/**
 * The line to open if the person pressed Enter before all searches ended. `top` is the hit that was first at that time.
 * There are three cases:
 * - The hit is still first: opens it.
 * - There is only one hit, and it belongs to this environment: opens this hit.
 * - There are no hits: runs the first command.
 */
export function choiceForEnter(
  choices: readonly Choice[],
  environment: Environment,
  top: string | undefined,
): Choice | undefined {
  const [first] = choices;
  if (first?.kind === "hit" && first.id === top) return first;
  const hits = choices.filter((choice) => choice.kind === "hit");
  const [only] = hits;
  if (hits.length === 0) return first?.kind === "command" ? first : undefined;
  return hits.length === 1 && only?.environment === environment ? only : undefined;
}
