import type { StaffList } from "#lib/contract/access/staff.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";

/** Of every page of the list: a change of a person makes them old. */
export const staffQueryKey = ["staff"] as const;

type ReadStaff = (query: URLSearchParams, signal: AbortSignal) => Promise<StaffList>;

/** One page of people: over HTTP in the browser, by the BFF's own operation on the server. */
export function staffQueryOptions(
  view: PageView,
  read: ReadStaff = (query, signal) =>
    fetchJson<StaffList>(api.staff(query), { staff: "array", total: "number" }, { signal }),
) {
  return pageQuery([...staffQueryKey, view], (signal) => read(pageQueryOf(view), signal), 10_000);
}
