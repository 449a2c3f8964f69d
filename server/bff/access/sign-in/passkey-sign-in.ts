import type { Assertion } from "#lib/contract/console/factors.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import { keepChallenge } from "#server/bff/access/factors/passkeys/challenges.ts";
import { loadWebAuthn } from "#server/bff/access/factors/passkeys/load-webauthn.ts";
import { relyingParty } from "#server/bff/access/factors/passkeys/relying-party.ts";
import { transportsOf } from "#server/bff/access/factors/passkeys/transports.ts";
import { verifyPasskey } from "#server/bff/access/factors/passkeys/verify-passkey.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { placeOf } from "#server/bff/access/limits/sign-in-place.ts";
import { beginSession } from "#server/bff/access/sessions/begin-session.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import { rememberPlace } from "./remember-place.ts";
import type { SignInServices } from "./sign-in-services.ts";

type Options = { options: { challenge: string; [member: string]: unknown } };

/**
 * The options for signing in with a passkey. The browser offers its passkeys for this console. The person is not known
 * yet.
 */
export async function passkeySignInOptions(context: RouteContext<"anyone", string, SignInServices>): Promise<Options> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context.services).id,
    userVerification: "required",
  });
  await keepChallenge(context, "sign-in", options.challenge);
  return { options: { ...options } };
}

/** The options for confirming the identity with a passkey. The browser offers the passkeys of the signed-in person. */
export async function passkeyStepUpOptions(context: RouteContext<"viewer", string, SignInServices>): Promise<Options> {
  const { services, session } = context;
  const passkeys = await services.store.passkeys.ofStaff(session.staff.staffID);
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(services).id,
    userVerification: "required",
    allowCredentials: passkeys.map((passkey) => ({ id: passkey.credentialID, transports: transportsOf(passkey) })),
  });
  await keepChallenge(context, "step-up", options.challenge);
  return { options: { ...options } };
}

/**
 * Starts a session with only a passkey. A passkey is enough: the person has the device, and unlocks the passkey with a
 * PIN or a fingerprint.
 */
export async function signInByPasskey({
  context,
  passkey,
}: {
  context: RouteContext<"anyone", string, SignInServices>;
  passkey: Assertion;
}): Promise<void> {
  const { services } = context;
  const staff = await verifyPasskey(context, "sign-in", passkey);
  if (!staff) {
    await recordRefusal(context, "sign_in_failed");
    throw new AppError("sign_in_failed", "This passkey cannot be used to sign in here.");
  }
  await services.writeLimit.countSignIn(staff.staffID);
  const place = await placeOf(context, staff.email);
  await beginSession(context, staff, { secondFactor: true, after: { method: "passkey" } }).catch(
    async (error: unknown) => {
      if (isAppError(error) && error.code === "sso_required") await recordRefusal(context, error.code);
      throw error;
    },
  );
  await rememberPlace(context, place);
}

async function recordRefusal(context: RouteContext<"anyone", string, SignInServices>, code: ErrorCode): Promise<void> {
  const { services, address } = context;
  await services.refusals.record(`passkey ${addressKey(address ?? "unknown")} ${code}`, {
    ...auditSource({ ...context, session: null }),
    action: "sign-in.failed",
    outcome: "failed",
    after: { code, method: "passkey" },
  });
}
