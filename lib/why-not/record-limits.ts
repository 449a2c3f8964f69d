import { type AttentionView, defaultAttentionView } from "#lib/url-state/attention-view.ts";
import { type AuditView, defaultAuditView } from "#lib/url-state/audit-view.ts";
import { type CallsView, defaultCallsView } from "#lib/url-state/calls-view.ts";
import { defaultPlannedView, type PlannedView } from "#lib/url-state/planned-view.ts";
import type { ListLimit } from "./list-limit.ts";
import { eachAndAll } from "./list-limits.ts";

/** A limit: the filter of one member of a view. */
const filter = <View>(name: keyof View & string) => ({ cause: "filter" as const, filter: name, members: [name] });

/** The limits of the planned changes. A chosen state comes before "open". */
export const plannedLimits = (view: PlannedView): ListLimit<PlannedView>[] =>
  eachAndAll(
    view,
    [
      filter<PlannedView>("mine"),
      filter<PlannedView>("customerID"),
      view.states.length > 0 ? { ...filter<PlannedView>("states"), members: ["states", "open"] } : filter("open"),
    ],
    { ...defaultPlannedView, open: false },
  );

/** The limits of the attention list. */
export const attentionLimits = (view: AttentionView): ListLimit<AttentionView>[] =>
  eachAndAll(
    view,
    [
      filter<AttentionView>("mine"),
      filter<AttentionView>("environment"),
      filter<AttentionView>("kind"),
      filter<AttentionView>("snoozed"),
      filter<AttentionView>("handled"),
    ],
    defaultAttentionView,
  );

/** The limits of the audit log. */
export const auditLimits = (view: AuditView): ListLimit<AuditView>[] =>
  eachAndAll(
    view,
    [
      { cause: "window", filter: "datefrom", members: ["datefrom", "dateto"] },
      { cause: "search", filter: "text", members: ["text"] },
      filter<AuditView>("actor"),
      filter<AuditView>("action"),
      filter<AuditView>("environment"),
      filter<AuditView>("customer"),
    ],
    defaultAuditView,
  );

/** The limits of the list of API calls. */
export const callLimits = (view: CallsView): ListLimit<CallsView>[] =>
  eachAndAll(
    view,
    [
      filter<CallsView>("result"),
      filter<CallsView>("kind"),
      filter<CallsView>("cause"),
      { ...filter<CallsView>("path"), members: ["path", "method"] },
      filter<CallsView>("error"),
      filter<CallsView>("id"),
      filter<CallsView>("staffID"),
      filter<CallsView>("requestIDs"),
    ],
    defaultCallsView,
  );
