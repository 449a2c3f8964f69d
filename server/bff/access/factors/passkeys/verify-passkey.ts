import type { Assertion } from "#lib/contract/console/factors.ts";
import type { FactorServices } from "#server/bff/access/factors/factor-services.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import type { Challenge } from "./challenge-cookie.ts";
import { takeChallenge } from "./challenges.ts";
import { loadWebAuthn } from "./load-webauthn.ts";
import { relyingParty } from "./relying-party.ts";
import { transportsOf } from "./transports.ts";

type Context = Pick<
  RouteContext<"anyone", string, FactorServices>,
  "services" | "session" | "requestHeaders" | "responseHeaders" | "address" | "requestID"
>;

/**
 * Returns the owner of the passkey. Null if the passkey is unknown, its owner is disabled or the proof is invalid.
 * Refused attempts are counted by network.
 */
export async function verifyPasskey(
  context: Context,
  purpose: Challenge["purpose"],
  passkey: Assertion,
): Promise<Staff | null> {
  const { services, address } = context;
  const attempt = await services.factorThrottle.beginPasskey(addressKey(address ?? "unknown"));
  const challenge = await takeChallenge(context, purpose);
  const staff = await verifiedStaff(context, passkey, challenge);
  if (staff) await attempt.succeeded();
  return staff;
}

async function verifiedStaff({ services, requestID }: Context, response: Assertion, challenge: string) {
  const { store, clock, log } = services;
  const found = await store.passkeys.find(response.id);
  if (!found || found.staff.disabledAt !== null) return null;
  const { passkey, staff } = found;
  // The authenticator sends the account for which the passkey was created. It is compared only if it is sent, because a
  // security key that stores no accounts may omit it.
  const { userHandle } = response.response;
  if (userHandle !== undefined && Buffer.from(userHandle, "base64url").toString() !== staff.staffID) return null;
  const { id, origins } = relyingParty(services);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      credential: {
        id: passkey.credentialID,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.counter,
        transports: transportsOf(passkey),
      },
      requireUserVerification: true,
    });
    if (!verified) return null;
    const counts = { from: passkey.counter, to: authenticationInfo.newCounter };
    return (await store.passkeys.recordUse(passkey.passkeyID, counts, clock.now())) ? staff : null;
  } catch (error) {
    // The library throws an error if the signature is invalid, the origin is wrong or the counter has gone back.
    log.warn({ requestID, passkeyID: passkey.passkeyID, error: describeCause(error) }, "a passkey was refused");
    return null;
  }
}
