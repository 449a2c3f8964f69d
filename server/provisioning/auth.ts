import { createHash, hkdfSync, randomUUID, timingSafeEqual } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { jwtVerify, SignJWT } from "jose";
import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Credentials } from "./demo-keys.ts";

/** The maximum number of verified tokens that are cached per environment. The oldest token is removed first. */
const rememberedTokens = 1_000;

const issuer = "provisioning-service";

function isEqual(received: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(received), digest(expected));
}

export type Tokens = ReturnType<typeof createTokens>;

/**
 * Creates the tokens of one environment. The signing key is derived from the environment's key. So tokens stay valid
 * after a restart and on every replica. A token is invalid in the other environment, and becomes invalid when the key
 * ID or the secret changes.
 */
export function createTokens(options: {
  environment: Environment;
  credentials: Credentials | undefined;
  lifetimeSeconds: number;
  clock: () => number;
}) {
  const { environment, credentials, lifetimeSeconds, clock } = options;
  // If no key is configured, no token is issued. A random signing key makes sure that no received token is valid.
  const signingKey = new Uint8Array(
    hkdfSync(
      "sha256",
      credentials?.secret ?? randomUUID(),
      credentials?.keyID ?? "",
      `access token ${environment}`,
      32,
    ),
  );
  const expiries = new Map<string, number>();

  return {
    /**
     * Issues a token for a key ID and its secret (specification, section 4.1).
     * @throws AppError `invalid_request` if the key does not belong to this environment.
     */
    async issue(received: Credentials): Promise<{ access_token: string; token_type: "Bearer"; expires_in: number }> {
      const knownID = isEqual(received.keyID.toLowerCase(), credentials?.keyID ?? "");
      const knownSecret = isEqual(received.secret, credentials?.secret ?? "");
      if (!credentials || !knownID || !knownSecret) {
        const message = "keyID and secret are not a key of this environment";
        throw new AppError("invalid_request", message, { errors: [{ message }] });
      }
      const issuedAt = Math.floor(clock() / 1000);
      const token = await new SignJWT({
        iss: issuer,
        aud: environment,
        sub: credentials.keyID,
        jti: randomUUID(),
        iat: issuedAt,
        exp: issuedAt + lifetimeSeconds,
      })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .sign(signingKey);
      return { access_token: token, token_type: "Bearer", expires_in: lifetimeSeconds };
    },

    /**
     * Checks that this environment issued `token` and that the token has not expired (specification, section 5).
     * @throws AppError `not_signed_in` otherwise.
     */
    async verify(token: string): Promise<void> {
      const nowMs = clock();
      const expiresAtMs = expiries.get(token);
      if (expiresAtMs !== undefined && nowMs < expiresAtMs) return;
      expiries.delete(token);
      try {
        const { payload } = await jwtVerify(token, signingKey, {
          algorithms: ["HS256"],
          issuer,
          audience: environment,
          requiredClaims: ["exp"],
          currentDate: new Date(nowMs),
        });
        for (const oldest of expiries.keys()) {
          if (expiries.size < rememberedTokens) break;
          expiries.delete(oldest);
        }
        expiries.set(token, (payload.exp ?? 0) * 1000);
      } catch (cause) {
        throw new AppError("not_signed_in", "The access token is invalid or has expired.", { cause });
      }
    },
  };
}

/** Accepts only requests with a token of this environment (specification, section 5). */
export function requireToken(tokens: Tokens) {
  return createMiddleware(async (c, next) => {
    const header = c.req.header("Authorization");
    if (header === undefined) throw new AppError("not_signed_in", "The Authorization header is missing.");
    const token = /^Bearer +(\S+)$/i.exec(header)?.[1];
    if (token === undefined) throw new AppError("not_signed_in", "The Authorization header must be: Bearer <token>.");
    await tokens.verify(token);
    await next();
  });
}
