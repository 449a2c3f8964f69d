import type { StepUp } from "#lib/contract/console/factors.ts";
import type { ProofMethod } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { verifyPasskey } from "#server/bff/access/factors/passkeys/verify-passkey.ts";
import { redeemCode } from "#server/bff/access/factors/redeem-code.ts";
import { placeOf } from "#server/bff/access/limits/sign-in-place.ts";
import { stepUpMethods } from "#server/bff/access/sessions/recent-factor.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { verifyStaff } from "./sign-in.ts";
import type { SignInServices } from "./sign-in-services.ts";

type Context = RouteContext<"viewer", string, SignInServices>;

/**
 * Confirms the identity of the signed-in person for a dangerous route. A person with an app or a passkey must use one
 * of these factors. A person with neither uses the password. A person who signed in with single sign-on must confirm at
 * the provider instead.
 */
export async function stepUp({ context, input }: { context: Context; input: StepUp }): Promise<void> {
  const { services, session } = context;
  const methods = await stepUpMethods(services, session);
  const method = methodOf(input);
  // The password is not enough for a person with a second factor. People with single sign-on have no password.
  if (!methods.includes(method)) {
    throw new AppError("step_up_failed", "This is not enough to confirm that it is you.", { methods });
  }
  if ("password" in input) await requirePassword(context, input.password, "password");
  else if ("code" in input) await requireCode(context, input.code);
  else await requirePasskey(context, input.passkey);
  const event = { ...auditSource(context), action: "step-up", outcome: "done", after: { method } } as const;
  const how = { secondFactor: method !== "password" };
  await services.store.sessions.proveFactor(session.sessionHash, services.clock.now(), event, how);
}

function methodOf(input: StepUp): ProofMethod {
  if ("password" in input) return "password";
  return "code" in input ? "totp" : "passkey";
}

async function requireCode(context: Context, code: string): Promise<void> {
  const { staffID, email } = context.session.staff;
  const place = await placeOf(context, email);
  const used = await redeemCode(context.services, { staffID, place, code, takesRecoveryCodes: false });
  if (used !== null) return;
  await recordFailure(context);
  // A code with more than six characters is a recovery code. It is not accepted here and stays unused.
  const message =
    code.length > 6
      ? "A recovery code does not count here: enter a code of your app"
      : "This code is wrong, too old, or was used already";
  throw new AppError("step_up_failed", `${message}.`, { errors: [{ field: "code", message }] });
}

async function requirePasskey(context: Context, passkey: Parameters<typeof verifyPasskey>[2]): Promise<void> {
  const staff = await verifyPasskey(context, "step-up", passkey);
  if (staff?.staffID === context.session.staff.staffID) return;
  await recordFailure(context);
  throw new AppError("step_up_failed", "This is not one of your passkeys.");
}

/**
 * Throws `step_up_failed` at `field` if this is not the password of the signed-in person. Failed attempts count toward
 * the limit.
 */
export async function requirePassword(context: Context, password: string, field: string): Promise<void> {
  const { services, session } = context;
  const { email, staffID } = session.staff;
  const staff = await verifyStaff(services, await placeOf(context, email), password);
  if (staff?.staffID === staffID) return;
  await recordFailure(context);
  throw new AppError("step_up_failed", "This is not your current password.", {
    errors: [{ field, message: "This is not your current password" }],
  });
}

function recordFailure(context: Context): Promise<void> {
  const event = { ...auditSource(context), action: "step-up", outcome: "failed" } as const;
  return context.services.refusals.record(`step-up ${context.session.staff.staffID}`, event);
}
