import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { RequestHeaders } from "#server/bff/core/route.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";

/** The facts about a request that the audit log needs. The context of every route has these facts. */
export interface AuditedRequest {
  requestID: string;
  address: string | undefined;
  requestHeaders: RequestHeaders;
  session: Pick<ActiveSession, "staff" | "isClient"> | null;
}

/** The actor and the address of a request, as members of an audit event. */
export function auditSource({
  requestID,
  address,
  requestHeaders,
  session,
}: AuditedRequest): Pick<NewAuditEvent, "actor" | "requestID" | "address" | "userAgent"> {
  const userAgent = requestHeaders.get("user-agent");
  return { actor: actorOf(session), requestID, ...(address && { address }), ...(userAgent && { userAgent }) };
}

function actorOf(session: AuditedRequest["session"]): NewAuditEvent["actor"] {
  if (!session) return { kind: "anonymous" };
  const { staffID, email, role } = session.staff;
  return { kind: session.isClient ? "client" : "staff", id: staffID, email, role };
}
