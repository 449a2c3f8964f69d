import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { AuditPush } from "./audit-push.ts";

/** What the routes of the audit log need. */
export interface AuditServices extends CoreServices {
  /** Null where nothing is pushed. */
  auditPush: Pick<AuditPush, "state" | "wake"> | null;
}
