import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import { isAppError } from "#lib/contract/errors.ts";
import type { Exchange } from "./exchange.ts";
import type { MintedToken, TokenCaller } from "./managed-token.ts";
import { lifetimeOf } from "./token-lifetime.ts";
import { upstreamErrors } from "./upstream-errors.ts";

/** A key pair of one environment (specification, section 4.1). */
export interface Credentials {
  keyID: string;
  secret: string;
}

const tokenResponseSchema = z.object({
  // What a header can carry; the dots of a JWT are not asked for.
  access_token: z.string().regex(/^[\x21-\x7e]{1,16384}$/),
  // Always Bearer by section 2, and sent as such whatever an API calls it.
  token_type: z.string().max(40).nullish(),
  expires_in: z.unknown().optional(),
});

/**
 * Makes the function that exchanges the key pair for a token (`POST /auth`, specification, section
 * 4.1). Any refusal but 429 means `upstream_credentials`.
 */
export function createMintToken(options: {
  environment: Environment;
  credentials: Credentials;
  exchange: Exchange;
}): (caller: TokenCaller) => Promise<MintedToken> {
  const { environment, credentials, exchange } = options;

  function parse(json: unknown): MintedToken {
    const answer = tokenResponseSchema.safeParse(json);
    if (!answer.success) {
      // Named by member only: the parser's issues could quote the token.
      const members = answer.error.issues.map((issue) => issue.path.join(".")).filter((path) => path !== "");
      throw upstreamErrors.malformed(
        environment,
        members.length === 0
          ? "something other than a token"
          : `a token response without a usable ${members.join(", ")}`,
      );
    }
    return { token: answer.data.access_token, lifetimeMs: lifetimeOf(answer.data.expires_in) };
  }

  return async ({ requestID, signal }) => {
    const body = { keyID: credentials.keyID, secret: credentials.secret };
    try {
      return await exchange({ method: "POST", path: "/auth", body, parse }, { attempt: 1, requestID, signal });
    } catch (error) {
      const isRefusal =
        isAppError(error) && (error.code === "upstream_refused" || error.code === "upstream_credentials");
      if (!isRefusal || error.upstreamStatus === undefined) throw error;
      const what = `the key (status ${error.upstreamStatus} to POST /auth)`;
      throw upstreamErrors.credentials(environment, what, error.upstreamStatus, error.errors);
    }
  };
}
