import type { StaffList } from "#lib/contract/access/staff.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type PageView, pageQueryOf } from "#lib/url-state/page-view.ts";

/** The prefix of the query keys of the list of people. A change of a person makes these queries outdated. */
export const staffQueryKey = ["staff"] as const;

type ReadStaff = (query: URLSearchParams, signal: AbortSignal) => Promise<StaffList>;

/** One page of people. The browser reads it over HTTP; the server calls the BFF's operation directly. */
export function staffQueryOptions(
  view: PageView,
  read: ReadStaff = (query, signal) =>
    fetchJson<StaffList>(api.staff(query), { staff: "array", total: "number" }, { signal }),
) {
  return pageQuery([...staffQueryKey, view], (signal) => read(pageQueryOf(view), signal), 10_000);
}
