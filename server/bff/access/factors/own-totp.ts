import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { RecoveryCodesAnswer, TotpStart } from "#lib/contract/console/factors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { requireOwnSignIn } from "./own-factors.ts";
import { makeRecoveryCodes } from "./recovery-codes.ts";
import { type OwnContext, renewedSession } from "./renewed-session.ts";
import { acceptedStep, newTotpSecret, totpStart } from "./totp-code.ts";

const conflict = (message: string) =>
  new AppError("invalid_request", `${message} Nothing was changed.`, { status: 409 });

/**
 * Creates the secret of an authenticator app. The secret is used only after the person has confirmed it with a code
 * from the app.
 */
export async function startTotp({ context }: { context: OwnContext }): Promise<TotpStart> {
  const { services, session } = context;
  requireOwnSignIn(context);
  const { staffID, email } = session.staff;
  const secret = newTotpSecret();
  const sealed = await services.secretSeal.seal(staffID, secret);
  if (!(await services.store.totp.begin(staffID, sealed, services.clock.now()))) {
    throw conflict("You have an authenticator app already. Remove it before you set up another one.");
  }
  return totpStart(secret, email);
}

/**
 * Accepts the first code of the app. The current session gets a new ID. If the app is the person's first factor, all
 * other sessions of the person end.
 */
export async function confirmTotp({
  context,
  code,
}: {
  context: OwnContext;
  code: string;
}): Promise<RecoveryCodesAnswer> {
  const { services, session } = context;
  const { store, clock, secretSeal } = services;
  const { staffID } = session.staff;
  const nowMs = clock.now();
  const pending = await store.totp.find(staffID);
  const opened = pending && pending.confirmedAt === null && (await secretSeal.unseal(staffID, pending.sealedSecret));
  if (!pending || !opened) throw conflict("There is no app to be confirmed. Start again.");
  const step = acceptedStep({ secret: opened.secret, code, lastStep: null, nowMs });
  if (step === null) throw wrongCode();
  const { own, finish } = renewedSession(context);
  const { codes, hashes } = makeRecoveryCodes(staffID);
  const event: NewAuditEvent = {
    ...auditSource(context),
    action: "factor.added",
    outcome: "done",
    target: { kind: "staff", id: staffID },
    after: { factor: "totp" },
  };
  const added = await store.totp.confirm(own, { sealedSecret: pending.sealedSecret, step, hashes, event }, nowMs);
  if (!added) throw conflict("This took too long, or was started again in another tab. Start again.");
  await finish(added.endedSessions);
  return added.hasNewCodes ? { recoveryCodes: codes } : {};
}

function wrongCode(): AppError {
  const message = "This code does not fit. Enter the one that the app shows now, and check the time of your phone";
  return new AppError("invalid_request", `${message}.`, { errors: [{ field: "code", message }] });
}

/** Removes the app. If the person has no factor left, the recovery codes are removed too. */
export async function removeTotp({ context }: { context: OwnContext }): Promise<void> {
  const { services, session } = context;
  const { own, finish } = renewedSession(context);
  const ended = await services.store.totp.remove(own, services.clock.now(), {
    ...auditSource(context),
    action: "factor.removed",
    outcome: "done",
    target: { kind: "staff", id: session.staff.staffID },
    before: { factor: "totp" },
  });
  if (!ended) throw new AppError("not_found", "You have no authenticator app.");
  await finish(ended);
}
