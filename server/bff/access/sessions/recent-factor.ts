import { recentFactorMs } from "#lib/contract/console/session.ts";
import type { ProofMethod } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { oncePerPage } from "#server/bff/core/page-context.ts";
import type { FactorPolicy } from "#server/bff/store/session-rows.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";

/**
 * The methods with which a person can confirm their identity. The password is a possible method only if the person has
 * no second factor.
 */
export async function stepUpMethods(
  { store }: Pick<CoreServices, "store">,
  { sso, staff }: Pick<ActiveSession, "sso" | "staff">,
): Promise<ProofMethod[]> {
  if (sso) return ["sso"];
  const { hasTotp, passkeys } = await store.factors.of(staff.staffID);
  if (!hasTotp && passkeys === 0) return ["password"];
  return [...(hasTotp ? (["totp"] as const) : []), ...(passkeys > 0 ? (["passkey"] as const) : [])];
}

/**
 * Throws `step_up_required` if the person has given no sign-in proof in the last ten minutes. Throws `not_for_clients`
 * for an API client, which cannot give a proof. The pipeline calls this for routes marked `dangerous`. If only some
 * inputs of a route need a proof, its handler calls this function.
 */
export async function requireRecentFactor(
  session: ActiveSession,
  services: Pick<CoreServices, "store" | "clock">,
): Promise<void> {
  if (session.isClient) {
    throw new AppError("not_for_clients", "This needs a person who confirms it. Nothing was changed.");
  }
  if (services.clock.now() - session.factorAt < recentFactorMs) return;
  const methods = await stepUpMethods(services, session);
  throw new AppError("step_up_required", `Confirm that it is you: ${howTo(methods)}. Nothing was changed.`, {
    methods,
  });
}

/**
 * True if a second factor is required but the session was started without one. Such a session may only be used to set
 * up a second factor. If the policy requires single sign-on, the break-glass administrator needs a second factor in any
 * case. The policy is read if it is not passed.
 */
export async function lacksRequiredFactor(
  { store }: Pick<CoreServices, "store">,
  { hasSecondFactor, staff }: Pick<ActiveSession, "hasSecondFactor" | "staff">,
  policy?: FactorPolicy,
): Promise<boolean> {
  if (hasSecondFactor) return false;
  const { secondFactorRequired, ssoRequired, breakGlassStaffID } =
    policy ?? (await oncePerPage("access policy", () => store.accessPolicy.read()));
  return secondFactorRequired || (ssoRequired && breakGlassStaffID === staff.staffID);
}

/** Throws `factor_required` if the session may only be used to set up a second factor. */
export async function requireFactorOfPolicy(
  services: Pick<CoreServices, "store">,
  session: ActiveSession,
): Promise<void> {
  if (!(await lacksRequiredFactor(services, session, session.factorPolicy))) return;
  const how = session.sso
    ? "sign in again and use a second factor at your provider"
    : "set one up, or sign in with the one that you have";
  throw new AppError("factor_required", `Your administrator requires a second factor: ${how}. Nothing was changed.`);
}

function howTo(methods: readonly ProofMethod[]): string {
  if (methods.includes("sso")) return "sign in again by single sign-on";
  if (methods.includes("password")) return "enter your password again";
  if (!methods.includes("passkey")) return "enter a code of your app";
  return methods.includes("totp") ? "enter a code of your app or use a passkey" : "use your passkey";
}
