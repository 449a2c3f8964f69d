import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { OwnFactors, RecoveryCodesAnswer } from "#lib/contract/console/factors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { instant } from "#lib/format/instant.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { passkeyView } from "./passkeys/passkey-view.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import type { OwnContext } from "./renewed-session.ts";

/** Lists the person's second factors, without any secret. */
export async function listOwnFactors({ context }: { context: OwnContext }): Promise<OwnFactors> {
  const { services, session } = context;
  const { staffID } = session.staff;
  const { store, clock } = services;
  const [totp, passkeys, { recoveryCodes }] = await Promise.all([
    store.totp.find(staffID),
    store.passkeys.ofStaff(staffID),
    store.factors.of(staffID),
  ]);
  return {
    ...(totp && totp.confirmedAt !== null && { totp: totpView(totp.confirmedAt, totp.lastUsedAt) }),
    passkeys: passkeys.map(passkeyView),
    recoveryCodes: { remaining: recoveryCodes },
    asOf: instant(clock.now()),
  };
}

const totpView = (confirmedAt: number, lastUsedAt: number | null) => ({
  since: instant(confirmedAt),
  ...(lastUsedAt !== null && { lastUsedAt: instant(lastUsedAt) }),
});

/** Creates new recovery codes, which are shown only once. All earlier recovery codes become invalid. */
export async function remakeRecoveryCodes({ context }: { context: OwnContext }): Promise<RecoveryCodesAnswer> {
  const { services, session } = context;
  const { staffID } = session.staff;
  const { codes, hashes } = makeRecoveryCodes(staffID);
  const event: NewAuditEvent = {
    ...auditSource(context),
    action: "recovery-codes.made",
    outcome: "done",
    target: { kind: "staff", id: staffID },
  };
  if (!(await services.store.factors.replaceRecoveryCodes(staffID, hashes, services.clock.now(), event))) {
    throw new AppError("invalid_request", "Set up a second factor first. Nothing was changed.", { status: 409 });
  }
  return { recoveryCodes: codes };
}

/**
 * Throws if a person who signs in with single sign-on tries to add a factor here. With a passkey, this person could
 * sign in without the provider.
 */
export function requireOwnSignIn({ session }: OwnContext): void {
  if (!session.sso) return;
  throw new AppError(
    "invalid_request",
    "You sign in by single sign-on: set up your second factor at your provider. Nothing was changed.",
    { status: 409 },
  );
}
