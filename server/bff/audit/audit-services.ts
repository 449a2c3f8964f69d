import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { CustomerNames } from "#server/bff/core/customer-names.ts";
import type { AuditPush } from "./audit-push.ts";

/** The services that the routes of the audit log need. */
export interface AuditServices extends CoreServices {
  /** The push of audit events to a receiver. Null if no receiver is configured. */
  auditPush: Pick<AuditPush, "state" | "wake" | "receiver" | "sendTest"> | null;
  /** Added by the room of customers, which is created later. */
  customerNames: CustomerNames;
}
