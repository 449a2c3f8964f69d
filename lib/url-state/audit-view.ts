import type { AuditExportQuery } from "#lib/contract/access/audit-requests.ts";
import { auditActions } from "#lib/contract/values/access/audit-actions.ts";
import { calendarDayFrom, isValidWindow } from "#lib/contract/values/calendar.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { maxAuditText } from "#lib/contract/values/limits.ts";
import { resourceIDFrom } from "#lib/contract/values/resource-ids.ts";

/** Which events the audit page shows, all of it in the URL; a part that is undefined lets all through. */
export interface AuditView {
  actor: string | undefined;
  action: AuditExportQuery["action"];
  customer: string | undefined;
  environment: AuditExportQuery["environment"];
  text: string | undefined;
  /** Days in UTC, both included. */
  datefrom: string | undefined;
  dateto: string | undefined;
  /** The page begins with the event before this number. */
  before: number | undefined;
  /** The event whose details are open. */
  event: number | undefined;
}

export const defaultAuditView: Readonly<AuditView> = {
  actor: undefined,
  action: undefined,
  customer: undefined,
  environment: undefined,
  text: undefined,
  datefrom: undefined,
  dateto: undefined,
  before: undefined,
  event: undefined,
};

const idFrom = (text: string | null) => resourceIDFrom(text?.trim());
const dayFrom = (text: string | null) => calendarDayFrom(text);
const numberFrom = (text: string | null) => (/^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : undefined);

/** Reads the page's URL; an invalid value counts as not given. */
export function parseAuditView(params: URLSearchParams): AuditView {
  const [datefrom, dateto] = [dayFrom(params.get("datefrom")), dayFrom(params.get("dateto"))];
  return {
    actor: idFrom(params.get("actor")),
    action: auditActions.find((action) => action === params.get("action")),
    customer: idFrom(params.get("customer")),
    environment: environments.find((environment) => environment === params.get("environment")),
    text: (params.get("text") ?? "").trim().slice(0, maxAuditText).trim() || undefined,
    datefrom,
    dateto: isValidWindow({ datefrom, dateto }) ? dateto : undefined,
    before: numberFrom(params.get("before")),
    event: numberFrom(params.get("event")),
  };
}

/** Writes the page's URL; what is as by default is left out. The inverse of `parseAuditView`. */
export function auditViewParams(view: Partial<AuditView>): URLSearchParams {
  const given = Object.keys(defaultAuditView).flatMap((name) => {
    const value = view[name as keyof AuditView];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return new URLSearchParams(given);
}

/** The view's filters, without the place in the list and the open event. */
export function auditFilterParams(view: AuditView): URLSearchParams {
  return auditViewParams({ ...view, before: undefined, event: undefined });
}

/** Another filter begins with the newest event. */
export function changeAuditView(view: AuditView, change: Partial<AuditView>): AuditView {
  const isFilter = Object.keys(change).some((name) => name !== "event" && name !== "before");
  return { ...view, ...(isFilter && { before: undefined, event: undefined }), ...change };
}
