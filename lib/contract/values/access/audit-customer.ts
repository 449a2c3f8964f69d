import type { AuditEvent } from "#lib/contract/access/audit.ts";

/** The ID of the customer that an event is about, in the form of the customer filter. Undefined if there is none. */
export function customerOfEvent({ target, after }: Pick<AuditEvent, "target" | "after">): string | undefined {
  if (target?.kind === "customer") return target.id;
  const recorded = typeof after === "object" && after !== null && "customerID" in after ? after.customerID : undefined;
  return typeof recorded === "string" ? recorded : undefined;
}
