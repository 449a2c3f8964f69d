import { auditActions } from "#lib/contract/values/access/audit-actions.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { maxAuditText } from "#lib/contract/values/limits.ts";
import {
  dayRange,
  declareView,
  oneOf,
  optional,
  optionalText,
  resourceID,
  resourceIDs,
  someOf,
} from "./declared-view.ts";

const sequence = () => optional((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined));

/** The filters of the audit page. An undefined or empty member means no filter. */
const view = declareView({
  /** The IDs of people and API clients. Empty: everyone. */
  actors: resourceIDs("actor"),
  actions: someOf(auditActions, "action"),
  customer: resourceID(),
  environment: oneOf(environments),
  text: optionalText(maxAuditText),
  ...dayRange,
  /** The page shows only events with a lower number. */
  before: sequence(),
  /** The event whose details are open. */
  event: sequence(),
});

export type AuditView = ReturnType<typeof view.parse>;

export const { initial: defaultAuditView, parse: parseAuditView, params: auditViewParams } = view;

/** The URL parameters of the view's filters. The position in the list and the open event are omitted. */
export function auditFilterParams(filters: AuditView): URLSearchParams {
  return auditViewParams({ ...filters, before: undefined, event: undefined });
}

/** Changes some members of a view. After a changed filter, the list starts at the newest event. */
export function changeAuditView(before: AuditView, change: Partial<AuditView>): AuditView {
  const isFilter = Object.keys(change).some((name) => name !== "event" && name !== "before");
  return { ...before, ...(isFilter && { before: undefined, event: undefined }), ...change };
}
