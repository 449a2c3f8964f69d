import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { NewSession } from "#server/bff/store/sessions.ts";
import { type Staff, shownEmail } from "#server/bff/store/staff.ts";
import { requireLocalSignIn } from "./local-sign-in.ts";
import type { SessionServices } from "./session-services.ts";

/**
 * Starts a session with a new ID, ends the previous session of the browser, and records the sign-in. Every kind of
 * sign-in calls this function. Throws `sso_required` if the policy does not allow a sign-in without a provider. Throws
 * `sign_in_failed` if, in the meantime, the person was disabled, their sign-in was reset or their password was changed.
 */
export async function beginSession(
  context: RouteContext<"anyone", string, SessionServices>,
  staff: Staff,
  how: Pick<NewSession, "factorAt" | "secondFactor" | "sso"> & { after?: Record<string, unknown> } = {},
): Promise<void> {
  const { services, session, responseHeaders } = context;
  const { cookie, clock, store } = services;
  const { after, ...origin } = how;
  const { isBreakGlass } = origin.sso ? { isBreakGlass: false } : await requireLocalSignIn(services, staff);
  const sessionID = cookie.newSessionID();
  const source = auditSource({ ...context, session: { staff: { ...staff, email: shownEmail(staff) } } });
  const { address, userAgent } = source;
  const { staffID, passwordHash } = staff;
  const hasBegun = await store.sessions.begin(
    {
      sessionHash: cookie.hash(sessionID),
      staffID,
      passwordHash,
      ...origin,
      replaces: session?.sessionHash ?? null,
      address,
      userAgent,
    },
    clock.now(),
    { ...source, action: "sign-in", outcome: "done", ...(after && { after }) },
    ...(isBreakGlass ? [breakGlassUsed(source, staff)] : []),
  );
  if (!hasBegun) throw new AppError("sign_in_failed", "Your account was changed while you signed in. Try again.");
  responseHeaders.append("Set-Cookie", await cookie.seal(sessionID));
}

/** The audit event for a use of break-glass. Every administrator sees it, and the audit push sends it. */
const breakGlassUsed = (source: Pick<NewAuditEvent, "actor">, { staffID }: Staff): NewAuditEvent => ({
  ...source,
  action: "break-glass.used",
  outcome: "done",
  target: { kind: "staff", id: staffID },
});
