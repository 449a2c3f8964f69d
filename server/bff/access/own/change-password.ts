import type { PasswordChange } from "#lib/contract/access/staff.ts";
import { checkNewPassword } from "#server/bff/access/passwords/check-new-password.ts";
import { hashPassword } from "#server/bff/access/passwords/password-hash.ts";
import type { SignInServices } from "#server/bff/access/sign-in/sign-in-services.ts";
import { requirePassword } from "#server/bff/access/sign-in/step-up.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";

/** Changes the person's own password. This session gets a new ID; all other sessions end. */
export async function changePassword({
  context,
  input: { currentPassword, newPassword },
}: {
  context: RouteContext<"viewer", string, SignInServices>;
  input: PasswordChange;
}): Promise<void> {
  const { services, session, responseHeaders } = context;
  const { staffID } = session.staff;
  await requirePassword(context, currentPassword, "currentPassword");
  checkNewPassword(newPassword, session.staff, "newPassword");
  const passwordHash = await services.hashing.run(() => hashPassword(newPassword));
  const sessionID = services.cookie.newSessionID();
  const ownSession = { staffID, sessionHash: session.sessionHash, newSessionHash: services.cookie.hash(sessionID) };
  const target = { kind: "staff", id: staffID } as const;
  const event = { ...auditSource(context), action: "password.changed", outcome: "done", target } as const;
  const ended = await services.store.passwords.change(ownSession, passwordHash, services.clock.now(), event);
  for (const sessionHash of ended) services.openStreams.endSession(sessionHash);
  responseHeaders.append("Set-Cookie", await services.cookie.seal(sessionID));
}
