import type { Clock } from "#server/api-client/clock.ts";
import type { UpstreamResponse } from "./upstream-answer.ts";
import type { FetchLike } from "./upstream-fetch.ts";

/** What an API's own clock shows next to this machine's. */
export interface UpstreamClock {
  /** The fetch that was given, which reads each answer's `Date` in passing. */
  fetch: FetchLike;
  /**
   * By how many milliseconds the API's clock is ahead of `clock` at least, by its latest `Date`: up to
   * a second and the way of the answer too little, because the header is cut to whole seconds. 0 for
   * an API that sends none.
   */
  aheadMs(): number;
}

/** Reads the API's clock off its answers (RFC 9110, section 6.6.1), because its `created` is by that clock. */
export function createUpstreamClock(fetch: FetchLike, clock: Pick<Clock, "now">): UpstreamClock {
  let aheadMs = 0;
  const read = (response: UpstreamResponse) => {
    const ms = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(ms)) aheadMs = ms - clock.now();
    return response;
  };
  const dated: FetchLike = (url, request) => fetch(url, request).then(read);
  if (fetch.close) dated.close = () => fetch.close?.() ?? Promise.resolve();
  return { fetch: dated, aheadMs: () => aheadMs };
}
