import type { SignInPlace } from "#server/bff/access/limits/sign-in-place.ts";
import type { FactorServices } from "./factor-services.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import { acceptedStep } from "./totp-code.ts";

export interface CodeAttempt {
  staffID: string;
  place: SignInPlace;
  /** The entered code, without blanks and hyphens. */
  code: string;
  /** False if recovery codes are not accepted here. In this case, a recovery code stays unused. */
  takesRecoveryCodes: boolean;
}

/** Uses a code and returns its kind. Null if the code is wrong. Wrong codes count toward the limit. */
export async function redeemCode(
  services: FactorServices,
  { staffID, place, code, takesRecoveryCodes }: CodeAttempt,
): Promise<"totp" | "recovery-code" | null> {
  const attempt = await services.factorThrottle.begin(staffID, place);
  const used = (await redeemTotpCode(services, staffID, code)) ? "totp" : null;
  const kind =
    used ?? (takesRecoveryCodes && (await redeemRecoveryCode(services, staffID, code)) ? "recovery-code" : null);
  if (kind !== null) await attempt.succeeded();
  return kind;
}

async function redeemTotpCode({ store, clock, secretSeal, log }: FactorServices, staffID: string, code: string) {
  if (!/^\d{6}$/.test(code)) return false;
  const totp = await store.totp.find(staffID);
  if (!totp || totp.confirmedAt === null) return false;
  const opened = await secretSeal.unseal(staffID, totp.sealedSecret);
  if (!opened) {
    log.error({ staffID }, "an authenticator app cannot be used: SESSION_SECRET no longer opens its secret");
    return false;
  }
  const nowMs = clock.now();
  const step = acceptedStep({ secret: opened.secret, code, lastStep: totp.lastStep, nowMs });
  return step !== null && store.totp.redeemStep(staffID, step, nowMs);
}

async function redeemRecoveryCode({ store, clock }: FactorServices, staffID: string, code: string): Promise<boolean> {
  const hash = recoveryCodeHash(staffID, code);
  return hash !== null && store.factors.redeemRecoveryCode(staffID, hash, clock.now());
}
