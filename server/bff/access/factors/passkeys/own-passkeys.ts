import { randomUUID } from "node:crypto";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { maxPasskeys, type NewPasskey, type Passkey, type RecoveryCodesAnswer } from "#lib/contract/console/factors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { requireOwnSignIn } from "#server/bff/access/factors/own-factors.ts";
import { makeRecoveryCodes } from "#server/bff/access/factors/recovery-codes.ts";
import { type OwnContext, renewedSession } from "#server/bff/access/factors/renewed-session.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { keepChallenge, takeChallenge } from "./challenges.ts";
import { loadWebAuthn } from "./load-webauthn.ts";
import { passkeyView } from "./passkey-view.ts";
import { relyingParty } from "./relying-party.ts";
import { transportsOf } from "./transports.ts";

type PasskeyOptions = { options: { challenge: string; [member: string]: unknown } };

/**
 * The COSE numbers of Ed25519, ECDSA on P-256 and RSA. Every authenticator supports at least one of these algorithms.
 */
const supportedAlgorithmIDs = [-8, -7, -257];

const conflict = (message: string) =>
  new AppError("invalid_request", `${message} Nothing was changed.`, { status: 409 });

const noSuchPasskey = () => new AppError("not_found", "You have no such passkey.");

/**
 * The options for creating a passkey. The passkey stores its account and must be unlocked with a PIN or a fingerprint.
 */
export async function passkeyCreationOptions({ context }: { context: OwnContext }): Promise<PasskeyOptions> {
  const { services, session } = context;
  requireOwnSignIn(context);
  const { staffID, email, name } = session.staff;
  const existingPasskeys = await services.store.passkeys.ofStaff(staffID);
  if (existingPasskeys.length >= maxPasskeys)
    throw conflict(`One person can have ${maxPasskeys} passkeys. Remove one first.`);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: "Switchboard",
    rpID: relyingParty(services).id,
    userName: email,
    userDisplayName: name,
    userID: new TextEncoder().encode(staffID),
    attestationType: "none",
    excludeCredentials: existingPasskeys.map((passkey) => ({
      id: passkey.credentialID,
      transports: transportsOf(passkey),
    })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await keepChallenge(context, "register", options.challenge);
  return { options: { ...options } };
}

/**
 * Stores a passkey that the browser has created. The current session gets a new ID. If the passkey is the person's
 * first factor, all other sessions of the person end.
 */
export async function addPasskey({
  context,
  input,
}: {
  context: OwnContext;
  input: NewPasskey;
}): Promise<{ passkey: Passkey } & RecoveryCodesAnswer> {
  const { services, session } = context;
  const { staffID } = session.staff;
  const made = await madePasskey(context, input);
  const nowMs = services.clock.now();
  const passkey = {
    passkeyID: randomUUID(),
    staffID,
    name: input.name,
    createdAt: nowMs,
    lastUsedAt: null,
    ...made,
  };
  const { own, finish } = renewedSession(context);
  const { codes, hashes } = makeRecoveryCodes(staffID);
  const event: NewAuditEvent = {
    ...auditSource(context),
    action: "factor.added",
    outcome: "done",
    target: { kind: "passkey", id: passkey.passkeyID },
    after: { factor: "passkey", name: input.name },
  };
  const added = await services.store.passkeys.add(own, passkey, { hashes, event }, nowMs);
  if (!added) throw conflict("This passkey is known already.");
  await finish(added.endedSessions);
  return { passkey: passkeyView(passkey), ...(added.hasNewCodes && { recoveryCodes: codes }) };
}

async function madePasskey(context: OwnContext, { passkey }: NewPasskey) {
  const { services, requestID } = context;
  const expectedChallenge = await takeChallenge(context, "register");
  const { id, origins } = relyingParty(services);
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const verification = await verifyRegistrationResponse({
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((error: unknown) => {
    services.log.warn({ requestID, error: describeCause(error) }, "a new passkey was refused");
    return null;
  });
  if (!verification?.verified) throw conflict("What your browser has made is not a passkey for this address.");
  const { credential, credentialBackedUp } = verification.registrationInfo;
  return {
    credentialID: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: JSON.stringify(passkey.response.transports ?? []),
    synced: Number(credentialBackedUp),
  };
}

export async function renamePasskey({
  context,
  passkeyID,
  name,
}: {
  context: OwnContext;
  passkeyID: string;
  name: string;
}): Promise<void> {
  const { services, session } = context;
  const renamed = await services.store.passkeys.rename(
    ...([session.staff.staffID, passkeyID, name, services.clock.now()] as const),
    {
      ...auditSource(context),
      action: "factor.renamed",
      outcome: "done",
      target: { kind: "passkey", id: passkeyID },
      after: { name },
    },
  );
  if (!renamed) throw noSuchPasskey();
}

/** Removes a passkey. If the person has no factor left, the recovery codes are removed too. */
export async function removePasskey({ context, passkeyID }: { context: OwnContext; passkeyID: string }): Promise<void> {
  const { services } = context;
  const { own, finish } = renewedSession(context);
  const ended = await services.store.passkeys.remove(own, passkeyID, services.clock.now(), {
    ...auditSource(context),
    action: "factor.removed",
    outcome: "done",
    target: { kind: "passkey", id: passkeyID },
    before: { factor: "passkey" },
  });
  if (!ended) throw noSuchPasskey();
  await finish(ended);
}
