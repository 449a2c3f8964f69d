import { type Query, type QueryKey, queryOptions, replaceEqualDeep } from "@tanstack/react-query";
import { shownProblem } from "#lib/requests/shown-problem.ts";

/**
 * Marks a query whose answer the page shows. The page's header shows the age of the answer and has a button to reload
 * it.
 */
export const pageReading = { isPageReading: true } as const;

/**
 * Marks a query that Switchboard can answer from its own database. While the API does not answer, such an answer must
 * not make the page look up to date.
 */
export const ownRecordReading = { ...pageReading, isOwnRecord: true } as const;

export const isOwnRecordReading = ({ meta }: Pick<Query, "meta">): boolean => meta?.isOwnRecord === true;

export const isPageReading = ({ meta }: Pick<Query, "meta">): boolean => meta?.isPageReading === true;

/** Keeps the answer or the error that the server rendered, even if the clocks of the browser and the server differ. */
export const keepPageData = { refetchOnMount: false, retryOnMount: false } as const;

/** The error codes for which polling again would give the same error. */
const lasting: ReadonlySet<string> = new Set(["not_signed_in", "forbidden", "factor_required", "not_found"]);

/** The state of a polled query. */
export interface PolledState<Data = unknown> {
  state: { error: Error | null; data?: Data | undefined };
}

/**
 * Polls while the person is allowed to read the data. A refused request ends the polling. Otherwise an open page would
 * keep requesting forbidden data.
 */
export const whileAllowed =
  <Polled extends { state: { error: Error | null } }>(
    every: number | ((query: Polled) => number | false | undefined),
  ) =>
  (query: Polled): number | false | undefined => {
    const { error } = query.state;
    if (error && lasting.has(shownProblem(error).code)) return false;
    return typeof every === "number" ? every : every(query);
  };

/** An answer with its age (`answerAge`). */
interface DatedAnswer {
  asOf: string;
  stale?: true;
  staleReason?: string;
  retryAt?: string;
}

/**
 * For `structuralSharing`: an older answer never replaces a newer one. If the older answer is stale, the newer one is
 * marked as stale, because the API gives no new answer.
 */
export function keepNewer(before: unknown, next: unknown): unknown {
  const [old, answer] = [before as DatedAnswer | undefined, next as DatedAnswer];
  if (old === undefined || answer.asOf >= old.asOf) return replaceEqualDeep(old, answer);
  const { stale, staleReason, retryAt } = answer;
  // Does not use `staleMembers`, because its module would add zod to every page.
  return replaceEqualDeep(old, stale ? { ...old, stale, staleReason, retryAt } : old);
}

/** A query of a page. The browser reads it over HTTP; the server calls the BFF's operation directly. */
export function pageQuery<Answer, Key extends QueryKey>(
  queryKey: Key,
  read: (signal: AbortSignal) => Promise<Answer>,
  staleTime?: number,
  meta: typeof pageReading | typeof ownRecordReading = pageReading,
) {
  return queryOptions({
    queryKey,
    meta,
    queryFn: ({ signal }) => read(signal),
    ...(staleTime !== undefined && { staleTime }),
  });
}
