import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { type AppError, isAppError } from "#lib/contract/operations/app-error.ts";
import type { Clock } from "#server/api-client/clock.ts";
import type { Exchange } from "#server/api-client/transport/exchange.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import type { MintedToken, TokenCaller } from "./managed-token.ts";
import { lifetimeOf } from "./token-lifetime.ts";

/** The key pair of one environment (specification, section 4.1). */
export interface Credentials {
  keyID: string;
  secret: string;
}

const tokenResponseSchema = z.object({
  // The token may have any characters that a header allows. It need not be a JWT.
  access_token: z.string().regex(/^[\x21-\x7e]{1,16384}$/),
  // According to section 2, this is always Bearer. The token is sent as Bearer even if the API sends another value.
  token_type: z.string().max(40).nullish(),
  expires_in: z.unknown().optional(),
});

/**
 * After a refusal or an invalid answer, the same key is not tried again for 2 s. Each further refusal doubles the
 * pause, up to one minute.
 */
const firstRefusalPauseMs = 2_000;
const maxRefusalPauseMs = 60_000;

interface Refusal {
  pair: Credentials;
  error: AppError;
  pauseMs: number;
  untilMs: number;
}

/** Errors of `POST /auth` that an immediate retry would cause again. */
const lastingCodes = new Set<ErrorCode>([
  "upstream_refused",
  "upstream_credentials",
  "upstream_malformed",
  "upstream_too_large",
]);

/**
 * Creates the function that exchanges the key pair for a token (`POST /auth`, specification, section 4.1). Any refusal
 * except 429 becomes `upstream_credentials`. The pair is read each time, so that a rotated pair is used for the next
 * token. After a refusal or an invalid answer, the same pair is not sent for some time: the function throws the same
 * error without a request. A new pair is sent immediately.
 */
export function createMintToken(options: {
  environment: Environment;
  credentials: () => Credentials;
  exchange: Exchange;
  clock: Clock;
}): (caller: TokenCaller) => Promise<MintedToken> {
  const { environment, credentials, exchange, clock } = options;
  let refusal: Refusal | undefined;

  function parse(json: unknown): MintedToken {
    const answer = tokenResponseSchema.safeParse(json);
    if (!answer.success) {
      // The message has only the names of the members. The parser's own messages could contain the token.
      const members = answer.error.issues.map((issue) => issue.path.join(".")).filter((path) => path !== "");
      throw upstreamErrors.malformed(
        environment,
        members.length === 0
          ? "a response that is not a token"
          : `a token response without a usable ${members.join(", ")}`,
      );
    }
    return { token: answer.data.access_token, lifetimeMs: lifetimeOf(answer.data.expires_in) };
  }

  function typed(error: AppError): AppError {
    const isRefusal = error.code === "upstream_refused" || error.code === "upstream_credentials";
    if (!isRefusal || error.upstreamStatus === undefined) return error;
    const what = `the key (status ${error.upstreamStatus} to POST /auth)`;
    return upstreamErrors.credentials(environment, what, error.upstreamStatus, error.errors);
  }

  function remember(pair: Credentials, error: AppError): void {
    const before = refusal !== undefined && isSamePair(refusal.pair, pair) ? refusal.pauseMs : 0;
    const pauseMs = Math.min(Math.max(before * 2, firstRefusalPauseMs), maxRefusalPauseMs);
    refusal = { pair, error, pauseMs, untilMs: clock.monotonic() + pauseMs };
  }

  return async ({ requestID, signal }) => {
    const pair = credentials();
    const isStillRefused = refusal !== undefined && clock.monotonic() < refusal.untilMs;
    if (refusal !== undefined && isStillRefused && isSamePair(refusal.pair, pair)) throw refusal.error;
    const body = { keyID: pair.keyID, secret: pair.secret };
    try {
      const { value } = await exchange(
        { method: "POST", path: "/auth", body, parse },
        { attempt: 1, requestID, signal },
      );
      refusal = undefined;
      return value;
    } catch (error) {
      if (!isAppError(error)) throw error;
      const known = typed(error);
      if (lastingCodes.has(known.code)) remember(pair, known);
      throw known;
    }
  };
}

function isSamePair(one: Credentials, other: Credentials): boolean {
  return one.keyID === other.keyID && one.secret === other.secret;
}
