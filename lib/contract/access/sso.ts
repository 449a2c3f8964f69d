import { z } from "zod";

/** Why a single sign-on failed, or why a person could not prove their identity again. */
export const ssoProblems = [
  /** There is no provider with this name. */
  "unknown_provider",
  /** The provider does not answer, or its answer does not follow OpenID Connect. */
  "provider_unavailable",
  /** The person or the provider cancelled the sign-in. */
  "cancelled",
  /**
   * The sign-in took longer than ten minutes, was started in a different browser, or was started again in a second tab.
   */
  "expired",
  /** The provider's answer does not match the request: the state, nonce, issuer, signature or code is wrong. */
  "invalid_response",
  /** The person is in too many groups, so the provider leaves the groups out of the token. */
  "groups_overage",
  "no_role",
  "no_environment",
  "tenant_not_allowed",
  "domain_not_allowed",
  "no_email",
  /**
   * The provider reports that the email address is not verified. For an invited person, this error also occurs if the
   * provider does not report whether the address is verified.
   */
  "email_not_verified",
  /** The email address contains invisible characters, unusual spaces, or letters of several scripts. */
  "unsafe_email",
  /** Another account has this email address and uses a different sign-in method. */
  "email_taken",
  /** The person's account in the console is disabled. */
  "disabled",
  /** The provider's roles would remove the last administrator of the console. */
  "last_administrator",
  /** The provider did not ask the person to sign in again. */
  "stale_auth_time",
  /** The provider authenticated a different person than the person who is signed in. */
  "another_person",
  /** The session ended before the provider answered. */
  "session_ended",
  /** The console requires a second factor, but the provider did not confirm one. */
  "second_factor_missing",
  "too_many_sign_ins",
  "internal",
] as const;

export type SsoProblem = (typeof ssoProblems)[number];

/** A provider as the sign-in page shows it. */
export interface SsoProviderChoice {
  name: string;
  label: string;
}

/**
 * The query of `GET /api/sso/start`. A return address outside this site causes no error; it is replaced by a page of
 * this site.
 */
export const ssoStartSchema = z.object({
  provider: z.string().max(40).optional(),
  return: z.string().max(4_096).optional(),
  /** `true` requests a new proof of identity from a person who is already signed in. */
  stepUp: z.literal("true").optional(),
});

export type SsoStart = z.infer<typeof ssoStartSchema>;

const answer = z.string().max(8_192).optional();

/** The query that the provider adds when it redirects the browser to the console. Unknown parameters are ignored. */
export const ssoCallbackSchema = z.object({
  code: answer,
  state: answer,
  iss: answer,
  error: answer,
  error_description: answer,
});

export type SsoCallback = z.infer<typeof ssoCallbackSchema>;

/** The body of `POST /api/sso/backchannel-logout`, which a provider sends as a form. */
export const logoutSchema = z.object({ logout_token: z.string().min(1).max(16_384) });
