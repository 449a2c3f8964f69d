import { customerForms, numberForms } from "#components/ui/plural-forms.ts";
import type { LookupHit, SearchCoverage } from "#lib/contract/console/lookup.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";

export const lookupTexts = {
  keyOpen: "Enter",
  keyNewTab: "Ctrl Enter",
  keyClose: "Esc",
  choices: "Results and commands",
  close: "Close",
  searching: "Searching…",
  nothing: "Nothing found",
  nothingYet: "Nothing found yet",
  noCommand: "Nothing matches. Paste a number, an e-mail address, a name or an ID.",
  recent: "Recent",
  commands: "Commands",
  noName: "No name",
  noOwner: "The owner of this number is unknown",
  further: "Search the whole list for this ID",
  furtherAgain: "Search further back",
  lookingFurther: "Searching further back…",
  retry: "Try again",
  recordOnly: "The API could not be asked. These results are from what Switchboard has read.",
  requestID: "Request ID",
  failed: "failed",
  hintMove: "move",
  hintOpen: "open",
  hintNewTab: "open in a new tab",
  hintClose: "close",
} as const;

export const hitKinds: Readonly<Record<LookupHit["kind"], string>> = {
  customer: "Customer",
  job: "Job",
  operation: "Operation",
  number: "Number",
  ticket: "Ticket",
  tag: "Tag",
  planned: "Planned change",
  bulk: "Bulk change",
  import: "Import",
};

const foundForms = { one: "result", other: "results" } as const;
/** Texts that say whether the API's answer contains a customer, or whether only stored data contains it. */
export const confirmationTexts = {
  confirmed: "Confirmed",
  confirmedWhy: "The API's answer to this search contains this customer.",
  read: (age: string) => `read ${age}`,
  readWhy: "Found in what Switchboard has read. The API has not confirmed it.",
} as const;

/** True if the source was searched completely. */
const isSearched = ({ what, by, complete, total, walked, problem }: SearchCoverage) =>
  problem
    ? problem.code === "not_offered"
    : by === "walk"
      ? complete || !walked
      : by === "known" || what !== "customers" || complete || total === 0;

/** The number of hits in words, such as `3 results`, `top 6 of 212`, `top 6 of at least 100` or `Nothing found`. */
export function foundText(hits: readonly LookupHit[], looked: readonly SearchCoverage[]): string {
  if (hits.length === 0) return looked.every(isSearched) ? lookupTexts.nothing : lookupTexts.nothingYet;
  const shown = hits.filter(({ kind }) => kind === "customer").length;
  const { total = 0, atLeast = false } = looked.find(({ by }) => by === "search") ?? {};
  return shown > 0 && (total > shown || atLeast)
    ? `top ${formatCount(shown)} of ${atLeast ? "at least " : ""}${formatCount(Math.max(total, shown))}`
    : formatPlural(hits.length, foundForms);
}

/** A link's text, such as `Show all 212 customers that match`. Includes the term if it differs from the typed text. */
export function allMatchesText(total: number, term: string | undefined): string {
  return `Show all ${formatPlural(total, customerForms)} that match${term === undefined ? "" : ` “${term}”`}`;
}

const apiDown: ReadonlySet<string> = new Set([
  "upstream_paused",
  "upstream_unreachable",
  "upstream_rate_limited",
  "upstream_credentials",
]);

/** True if the problem concerns the whole API. The line "Try again" then names the problem once for all searches. */
const isApiDown = ({ code }: NonNullable<SearchCoverage["problem"]>) => apiDown.has(code);

/** The coverage of one search in words. Undefined if the coverage adds nothing to the hits. */
export function lookupCoverageText(looked: SearchCoverage, hits: readonly LookupHit[]): string | undefined {
  const { what, by, complete, total, walked, problem } = looked;
  if (problem && isApiDown(problem)) return undefined;
  if (problem) return `${what === "numbers" ? "Numbers" : what === "jobs" ? "Jobs" : "Customers"}: ${problem.detail}`;
  if (by === "walk") {
    const forms = what === "numbers" ? numberForms : customerForms;
    const hasHit = hits.some(({ kind }) => kind === (what === "numbers" ? "number" : "customer"));
    if (!walked) return complete && !hasHit ? "All customers were checked." : undefined;
    if (complete) return hasHit ? undefined : `All ${formatPlural(walked.total, forms)} were checked.`;
    return `Checked ${formatCount(walked.to)} of ${formatPlural(walked.total, forms)}.`;
  }
  if (what === "jobs" && by === "search" && !complete && !hits.some(({ kind }) => kind === "job")) {
    return "Of the jobs, only the newest 100 were compared with this short ID.";
  }
  if (looked.similar) {
    return by === "known"
      ? "No exact match. These names differ in one letter of a word, or of two words."
      : "No exact match. These names differ in one letter.";
  }
  // The coverage of a search by the API matters only for customers, and only if there are no hits.
  if (what !== "customers" || by === "known" || hits.length > 0) return undefined;
  if (total === 0) return "Customers of all time were searched, including deleted ones.";
  return complete ? undefined : "No search finds a customer with this ID. It may still be in the list.";
}
