import { type Query, type QueryKey, queryOptions } from "@tanstack/react-query";
import { shownProblem } from "#lib/requests/shown-problem.ts";

/** Marks a reading as one that a page shows: the page's header says how old it is and reads it again. */
export const pageReading = { isPageReading: true } as const;

/**
 * Marks one whose answer is Switchboard's own record, or may be without anything of the API. Where the API gives
 * nothing, a page is not called up to date because of it.
 */
export const ownRecordReading = { ...pageReading, isOwnRecord: true } as const;

export const isOwnRecordReading = ({ meta }: Pick<Query, "meta">): boolean => meta?.isOwnRecord === true;

export const isPageReading = ({ meta }: Pick<Query, "meta">): boolean => meta?.isPageReading === true;

/** What came with the page stands, an answer or an error, however the clocks of browser and server differ. */
export const keepPageData = { refetchOnMount: false, retryOnMount: false } as const;

/** What asking again would not change. */
const lasting: ReadonlySet<string> = new Set(["not_signed_in", "forbidden", "factor_required", "not_found"]);

/** What a reading has come to. */
export interface PolledState<Data = unknown> {
  state: { error: Error | null; data?: Data | undefined };
}

/**
 * How often a page reads something again by itself: no more once it was refused. Otherwise a page that was left open
 * would ask for what its person may not see any more, all night.
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

/** What a page reads: over HTTP in the browser, by the BFF's own operation on the server. */
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
