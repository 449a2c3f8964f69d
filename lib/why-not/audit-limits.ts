import { type AuditView, defaultAuditView } from "#lib/url-state/audit-view.ts";
import { eachAndAll, filterLimit } from "./each-and-all.ts";
import type { ListLimit } from "./list-limit.ts";

/** The limits that may explain an empty audit log. */
export const auditLimits = (view: AuditView): ListLimit<AuditView>[] =>
  eachAndAll(
    view,
    [
      { cause: "window", filter: "datefrom", members: ["datefrom", "dateto"] },
      { cause: "search", filter: "text", members: ["text"] },
      filterLimit<AuditView>("actors"),
      filterLimit<AuditView>("actions"),
      filterLimit<AuditView>("environment"),
      filterLimit<AuditView>("customer"),
    ],
    defaultAuditView,
  );
