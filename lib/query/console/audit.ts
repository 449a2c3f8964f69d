import { queryOptions } from "@tanstack/react-query";
import type { AuditList, AuditPeople, AuditVerificationPart } from "#lib/contract/access/audit-requests.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetchJson } from "#lib/requests/fetch-json.ts";
import { type AuditView, auditFilterParams } from "#lib/url-state/audit-view.ts";

const pageSize = 50;

function listQuery(view: AuditView): URLSearchParams {
  const query = auditFilterParams(view);
  if (view.before !== undefined) query.set("before", String(view.before));
  query.set("limit", String(pageSize));
  return query;
}

/** One page of the audit log, newest first. */
export function auditQueryOptions(
  { event: _, ...view }: AuditView,
  read: (query: URLSearchParams, signal: AbortSignal) => Promise<AuditList> = (query, signal) =>
    fetchJson<AuditList>(api.audit(query), { events: "array" }, { signal }),
) {
  return pageQuery(["audit", view], (signal) => read(listQuery({ ...view, event: undefined }), signal), 5_000);
}

/** One event of the audit log. Used if the loaded list does not contain the event. */
export function auditEventQueryOptions(sequence: number) {
  // With `before`, the answer also has the names of the event's customers.
  const query = new URLSearchParams({ before: String(sequence + 1), limit: "1" });
  return queryOptions({
    queryKey: ["audit event", sequence],
    queryFn: async ({ signal }) => {
      const { events, people, customers } = await fetchJson<AuditList>(
        api.audit(query),
        { events: "array" },
        { signal },
      );
      return { event: events.find((event) => event.sequence === sequence), people, customers };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The people and API clients that the list can be filtered by. */
export function auditPeopleQueryOptions() {
  return queryOptions({
    queryKey: ["audit people"],
    queryFn: ({ signal }) => fetchJson<AuditPeople>(api.auditPeople(), { people: "array" }, { signal, quiet: true }),
    staleTime: 60_000,
  });
}

/** Verifies the part of the log after event `after`. */
export function verifyAuditPart(after: number | undefined, signal: AbortSignal): Promise<AuditVerificationPart> {
  const query = new URLSearchParams(after === undefined ? {} : { after: String(after) });
  return fetchJson<AuditVerificationPart>(
    api.auditVerification(query),
    { rows: "number", breaks: "array" },
    { signal },
  );
}
