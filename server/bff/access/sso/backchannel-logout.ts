import { createHash } from "node:crypto";
import { decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { LogoutOrder } from "#server/bff/store/sso.ts";
import type { SsoProvider } from "./providers.ts";
import type { SsoContext } from "./redirect.ts";
import { SsoRefusal } from "./sso-refusal.ts";

/**
 * `maxAgeSeconds`: the maximum age of a logout token. `toleranceSeconds`: how far the clock of its issuer may be ahead.
 * Both in seconds.
 */
const maxAgeSeconds = 5 * 60;
const toleranceSeconds = 60;

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** Signature algorithms with public keys. The console can verify them with the provider's public key. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const name = z.string().min(1).max(500);

/** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
const claimsSchema = z
  .object({
    iss: z.string(),
    iat: z.number(),
    jti: name,
    sub: name.optional(),
    sid: name.optional(),
    events: z.looseObject({ [logoutEvent]: z.looseObject({}) }),
    /** The nonce must be missing. ID tokens have a nonce, so an ID token is not accepted as a logout token. */
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/**
 * Ends sessions on request of a provider. The person has signed out at the provider, or may no longer sign in there.
 */
export async function backchannelLogout(context: SsoContext, logoutToken: string): Promise<void> {
  const { services } = context;
  try {
    const { provider, order } = await readOrder(services.ssoProviders.all(), logoutToken, services.clock.now());
    const ended = await services.store.sso.endSessions(order, services.clock.now(), {
      ...auditSource({ ...context, session: null }),
      action: "session.ended",
      outcome: "done",
      actor: { kind: "console" },
      after: { method: "sso", provider: provider.env.name, by: "back-channel logout" },
    });
    if (!ended) throw new SsoRefusal("invalid_response", { reason: "used before" });
    for (const sessionHash of ended) services.openStreams.endSession(sessionHash);
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    await recordRefusal(context, error);
    if (error.problem === "provider_unavailable") {
      throw new AppError("sso_unavailable", "The provider's keys cannot be read at the moment. Send the token again.");
    }
    throw new AppError("invalid_request", "This logout token is not accepted.");
  }
}

async function recordRefusal(context: SsoContext, { problem, facts }: SsoRefusal): Promise<void> {
  const { services, address, requestID } = context;
  services.log.warn({ requestID, address, problem, ...facts }, "a logout token was refused");
  await services.refusals.record(`logout ${addressKey(address ?? "unknown")} ${String(facts.reason)}`, {
    ...auditSource({ ...context, session: null }),
    action: "access.denied",
    outcome: "denied",
    target: { kind: "route", id: "POST /api/sso/backchannel-logout" },
    after: { code: problem, ...facts },
  });
}

async function readOrder(
  providers: readonly SsoProvider[],
  token: string,
  nowMs: number,
): Promise<{ provider: SsoProvider; order: LogoutOrder }> {
  const provider = await issuedBy(providers, token);
  const { payload, protectedHeader } = await verify(provider, token, nowMs);
  const isTyped = /^(application\/)?(logout\+jwt|jwt)$/i.test(protectedHeader.typ ?? "jwt");
  const claims = claimsSchema.safeParse(payload);
  if (!isTyped || !claims.success) throw refused("not a logout token");
  const { iss, jti, iat, sub, sid } = claims.data;
  return {
    provider,
    order: {
      issuer: iss,
      subject: sub,
      sessionID: sid,
      tokenHash: createHash("sha256").update(`${iss} ${jti}`).digest("hex"),
      expiresAt: (iat + maxAgeSeconds + 2 * toleranceSeconds) * 1_000,
    },
  };
}

const refused = (reason: string, cause?: unknown) => new SsoRefusal("invalid_response", { reason }, cause);

/**
 * Finds the configured provider that the token names. Throws SsoRefusal if there is no such provider. The caller must
 * still verify the signature of the token.
 */
async function issuedBy(providers: readonly SsoProvider[], token: string): Promise<SsoProvider> {
  const claims = unverifiedClaims(token);
  const audiences = [claims.aud].flat();
  const ofAudience = providers.filter(({ env }) => audiences.includes(env.clientID));
  for (const provider of ofAudience) {
    if (claims.iss === (await issuerOf(provider, claims))) return provider;
  }
  throw refused("of no provider here");
}

function unverifiedClaims(token: string): ReturnType<typeof decodeJwt> {
  try {
    return decodeJwt(token);
  } catch (error) {
    throw refused("not a token", error);
  }
}

/**
 * The issuer of a provider. The shared endpoints of Entra ID return an issuer with a placeholder for the tenant. If the
 * tenant of the token is allowed, its ID replaces the placeholder.
 */
async function issuerOf(provider: SsoProvider, { tid }: JWTPayload): Promise<string> {
  const { issuer } = (await provider.configuration()).serverMetadata();
  const { allowedTenants } = provider.env;
  const isAllowed = typeof tid === "string" && allowedTenants.includes(tid);
  return isAllowed ? issuer.replace("{tenantid}", tid) : issuer;
}

async function verify(provider: SsoProvider, token: string, nowMs: number) {
  const issuer = await issuerOf(provider, unverifiedClaims(token));
  try {
    return await jwtVerify(token, await provider.keys(), {
      issuer,
      audience: provider.env.clientID,
      algorithms,
      requiredClaims: ["iss", "aud", "iat", "jti", "events"],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: toleranceSeconds,
      currentDate: new Date(nowMs),
    });
  } catch (error) {
    const isOurs = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
    if (error instanceof SsoRefusal) throw error;
    if (isOurs && error.code !== "ERR_JOSE_GENERIC") throw refused(error.code, error);
    throw new SsoRefusal("provider_unavailable", { reason: "keys" }, error);
  }
}
