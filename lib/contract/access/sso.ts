import { z } from "zod";

/** Why a single sign-on or a new proof of identity failed. */
export const ssoProblems = [
  /** There is no such provider. */
  "unknown_provider",
  /** The provider does not answer, or not as OpenID Connect requires. */
  "provider_unavailable",
  /** The person or the provider cancelled it. */
  "cancelled",
  /** It took longer than ten minutes, or was started in another browser or again in another tab. */
  "expired",
  /** The answer does not match the request: a wrong state, nonce, issuer, signature or code. */
  "invalid_response",
  /** The provider omits the groups from the token because the person has too many. */
  "groups_overage",
  "no_role",
  "no_environment",
  "tenant_not_allowed",
  "domain_not_allowed",
  "no_email",
  /**
   * The provider says that the email address is not verified; or it does not confirm the address of an invited person.
   */
  "email_not_verified",
  /** The address contains invisible characters, unusual spaces, or letters of several scripts. */
  "unsafe_email",
  /** Another account has this address and signs in another way. */
  "email_taken",
  /** The person is disabled here. */
  "disabled",
  /** The provider would remove the role of the last administrator. */
  "last_administrator",
  /** The provider did not authenticate the person again. */
  "stale_auth_time",
  /** Another person than the signed-in one was authenticated. */
  "another_person",
  /** The session has ended meanwhile. */
  "session_ended",
  /** The console requires a second factor, and the provider did not say that the person used one. */
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

/** The query of `GET /api/sso/start`. A return address that is not local is replaced, never refused. */
export const ssoStartSchema = z.object({
  provider: z.string().max(40).optional(),
  return: z.string().max(4_096).optional(),
  /** Requests a new proof of identity instead of a sign-in. */
  stepUp: z.literal("true").optional(),
});

export type SsoStart = z.infer<typeof ssoStartSchema>;

const answer = z.string().max(8_192).optional();

/** The query with which a provider sends a browser back; a provider may send more, which is not read. */
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
