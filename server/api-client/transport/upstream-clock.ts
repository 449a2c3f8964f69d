import type { Clock } from "#server/api-client/clock.ts";
import type { UpstreamResponse } from "./upstream-answer.ts";
import type { FetchLike } from "./upstream-fetch.ts";

/**
 * Reads the API's clock from the `Date` headers of its answers (RFC 9110, section 6.6.1). This is necessary because the
 * API's creation times use that clock.
 */
export function createUpstreamClock(fetch: FetchLike, clock: Pick<Clock, "now">) {
  let aheadMs = 0;
  const read = (response: UpstreamResponse) => {
    const ms = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(ms)) aheadMs = ms - clock.now();
    return response;
  };
  const dated: FetchLike = (url, request) => fetch(url, request).then(read);
  if (fetch.close) dated.close = () => fetch.close?.() ?? Promise.resolve();
  return {
    /** Wraps the fetch so that the `Date` header of each answer is read. */
    fetch: dated,
    /**
     * How far the API's clock is ahead of `clock`, in milliseconds, from the latest `Date` header. The header has whole
     * seconds. So the true difference may be larger by up to one second plus the transfer time. 0 if the API sends no
     * date.
     */
    aheadMs: () => aheadMs,
  };
}
