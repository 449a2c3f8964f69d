import { queryOptions } from "@tanstack/react-query";
import type { AnnouncementAnswer, NewAnnouncement } from "#lib/contract/console/announcement.ts";
import { api } from "#lib/paths.ts";
import { type PolledState, whileAllowed } from "#lib/query/page-reading.ts";
import { fetchJson, sendJson, writeJson } from "#lib/requests/fetch-json.ts";

/** How often an open page asks for a new announcement, in milliseconds. */
const everyMs = 60_000;

/** The announcement that every page shows. */
export function announcementQueryOptions() {
  return queryOptions({
    queryKey: ["announcement"],
    queryFn: ({ signal }) =>
      fetchJson<AnnouncementAnswer>(api.announcement(), { asOf: "string" }, { signal, quiet: true }),
    staleTime: everyMs,
    refetchInterval: whileAllowed<PolledState<AnnouncementAnswer>>(everyMs),
  });
}

export const putAnnouncement = (announcement: NewAnnouncement): Promise<AnnouncementAnswer> =>
  writeJson<AnnouncementAnswer>("PUT", api.announcement(), { asOf: "string" }, announcement);

export async function removeAnnouncement(): Promise<void> {
  await sendJson("DELETE", api.announcement());
}
