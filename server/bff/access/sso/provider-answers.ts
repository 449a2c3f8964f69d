import * as oidc from "openid-client";
import type { SsoCallback } from "#lib/contract/access/sso.ts";
import type { Claims } from "./claims.ts";
import { callbackAddress } from "./redirect.ts";
import type { Round } from "./round-cookie.ts";
import { SsoRefusal } from "./sso-refusal.ts";
import type { SsoServices } from "./sso-services.ts";

/** Errors that a provider returns if the person has cancelled, or if a rule of the provider refuses the person. */
const cancelledErrors = new Set([
  "access_denied",
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
]);

const unavailableErrors = new Set(["server_error", "temporarily_unavailable"]);

/** The codes of openid-client for an invalid response and for a missing response. */
const unavailableCodes = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

/** Exchanges the code for tokens. Verifies the signature, issuer, audience, nonce and times of the ID token. */
export async function exchangeCode(
  configuration: oidc.Configuration,
  services: SsoServices,
  round: Round,
  input: SsoCallback,
): ReturnType<typeof oidc.authorizationCodeGrant> {
  const { error } = input;
  if (error !== undefined) throw refusedByProvider(error);
  const address = new URL(callbackAddress(services));
  for (const [name, value] of Object.entries(input)) if (value !== undefined) address.searchParams.set(name, value);
  try {
    return await oidc.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: round.verifier,
      expectedState: round.state,
      expectedNonce: round.nonce,
      idTokenExpected: true,
    });
  } catch (cause) {
    throw refusalOf(cause);
  }
}

/** Requests userinfo for the person whose ID token has this `subject`. */
export async function readUserInfo(
  configuration: oidc.Configuration,
  accessToken: string,
  subject: string,
): Promise<Claims> {
  try {
    return await oidc.fetchUserInfo(configuration, accessToken, subject);
  } catch (cause) {
    throw refusalOf(cause);
  }
}

function refusedByProvider(error: string): SsoRefusal {
  const facts = { error: error.slice(0, 100) };
  if (cancelledErrors.has(error)) return new SsoRefusal("cancelled", facts);
  return new SsoRefusal(unavailableErrors.has(error) ? "provider_unavailable" : "invalid_response", facts);
}

function refusalOf(cause: unknown): SsoRefusal {
  const { code, name } = cause as { code?: unknown; name?: unknown };
  const isUnavailable =
    (typeof code === "string" && unavailableCodes.has(code)) ||
    // An error of undici: there is no connection, or it was broken.
    (name === "TypeError" && code === undefined);
  return new SsoRefusal(isUnavailable ? "provider_unavailable" : "invalid_response", {}, cause);
}
