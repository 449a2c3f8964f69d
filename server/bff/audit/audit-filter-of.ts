import type { AuditFilters } from "#lib/contract/access/audit-requests.ts";
import { startOfUtcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { AuditFilter } from "#server/bff/store/audit/audit-filter.ts";

/** Converts the filters of a request to a filter of the store. */
export function auditFilterOf({
  actor,
  customer,
  datefrom,
  dateto,
  action,
  environment,
  ticket,
  text,
}: AuditFilters): AuditFilter {
  return {
    actorID: actor,
    customerID: customer,
    action,
    environment,
    ticket,
    text,
    ...(datefrom !== undefined && { fromMs: startOfUtcDay(datefrom) }),
    ...(dateto !== undefined && { toMs: startOfUtcDay(dateto) + dayMs }),
  };
}
