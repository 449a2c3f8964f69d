import type { Invitation } from "#lib/contract/access/staff.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { checkNewPassword } from "#server/bff/access/passwords/check-new-password.ts";
import { hashPassword } from "#server/bff/access/passwords/password-hash.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { OpenInvitation } from "#server/bff/store/passwords.ts";
import { tokenHashOf } from "./one-time-link.ts";
import type { StaffServices } from "./staff-services.ts";

type Context = RouteContext<"anyone", string, StaffServices>;

const linkOver = () =>
  new AppError(
    "not_found",
    "This link was used already, was replaced by a newer one, or has expired. Ask your administrator for a new one.",
  );

async function openInvitation({ services }: Context, token: string): Promise<[string, OpenInvitation]> {
  const tokenHash = tokenHashOf(token);
  const invitation = tokenHash && (await services.store.passwords.findInvitation(tokenHash, services.clock.now()));
  if (!tokenHash || !invitation) throw linkOver();
  return [tokenHash, invitation];
}

/** The account of an invitation link, so that the person sees which account the password is for. */
export async function getInvitation({ context, token }: { context: Context; token: string }): Promise<Invitation> {
  const [, { email, name, expiresAt, isReset }] = await openInvitation(context, token);
  return { email, name, isReset, expiresAt: new Date(expiresAt).toISOString() };
}

/** Uses up the link: the person now has a password. Signing in is a separate step. */
export async function acceptInvitation({
  context,
  token,
  password,
}: {
  context: Context;
  token: string;
  password: string;
}): Promise<void> {
  const { services } = context;
  const [tokenHash, { staffID, email, name }] = await openInvitation(context, token);
  checkNewPassword(password, { email, name }, "password");
  const passwordHash = await services.hashing.run(() => hashPassword(password));
  const accepted = await services.store.passwords.accept(tokenHash, passwordHash, services.clock.now(), {
    ...auditSource({ ...context, session: null }),
    actor: { kind: "staff", id: staffID, email },
    action: "invitation.accepted",
    outcome: "done",
    target: { kind: "staff", id: staffID },
  });
  if (!accepted) throw linkOver();
}
