import { z } from "zod";

/** Why a single sign-on or a new proof of identity failed. */
export const ssoProblems = [
  /** There is no provider with this name. */
  "unknown_provider",
  /** The provider does not answer, or its answer does not follow OpenID Connect. */
  "provider_unavailable",
  /** The person or the provider cancelled the sign-in. */
  "cancelled",
  /** The sign-in took longer than ten minutes, or was started in another browser, or again in another tab. */
  "expired",
  /** The provider's answer does not match the request: its state, nonce, issuer, signature or code is wrong. */
  "invalid_response",
  /** The person is in too many groups, so the provider leaves the groups out of the token. */
  "groups_overage",
  "no_role",
  "no_environment",
  "tenant_not_allowed",
  "domain_not_allowed",
  "no_email",
  /**
   * The provider says that the email address is not verified. For an invited person, the provider must also confirm the
   * address.
   */
  "email_not_verified",
  /** The email address contains invisible characters, unusual spaces, or letters of several scripts. */
  "unsafe_email",
  /** Another account has this email address and signs in another way. */
  "email_taken",
  /** The person's account in the console is disabled. */
  "disabled",
  /** With the roles from the provider, the console would lose its last administrator. */
  "last_administrator",
  /** The provider did not ask the person to sign in again. */
  "stale_auth_time",
  /** The provider authenticated a person who is not the signed-in one. */
  "another_person",
  /** The session ended in the meantime. */
  "session_ended",
  /** The console requires a second factor, and the provider did not say that the person had used one. */
  "second_factor_missing",
  "too_many_sign_ins",
  "internal",
] as const;

export type SsoProblem = (typeof ssoProblems)[number];

/** A provider as the sign-in page offers it. */
export interface SsoProviderChoice {
  name: string;
  label: string;
}

/** The query of `GET /api/sso/start`. A return address outside of this site is replaced, never refused. */
export const ssoStartSchema = z.object({
  provider: z.string().max(40).optional(),
  return: z.string().max(4_096).optional(),
  /** `true` requests a new proof of identity instead of a sign-in. */
  stepUp: z.literal("true").optional(),
});

export type SsoStart = z.infer<typeof ssoStartSchema>;

const answer = z.string().max(8_192).optional();

/** The query with which a provider sends the browser back. Other parameters of the provider are ignored. */
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
