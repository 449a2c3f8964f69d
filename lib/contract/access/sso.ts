import { z } from "zod";

/** Why somebody did not get in by single sign-on, or did not prove again who they are. */
export const ssoProblems = [
  /** There is no such provider. */
  "unknown_provider",
  /** It does not answer, or not as a provider of OpenID Connect does. */
  "provider_unavailable",
  /** The person, or the provider for them, broke it off. */
  "cancelled",
  /** It took longer than ten minutes, or it was begun in another browser or again in another tab. */
  "expired",
  /** What came back does not fit what was asked: a wrong state, nonce, issuer, signature or code. */
  "invalid_response",
  /** The provider keeps the groups of a person who has many of them out of the token. */
  "groups_overage",
  "no_role",
  "no_environment",
  "tenant_not_allowed",
  "domain_not_allowed",
  "no_email",
  /**
   * The provider says that the address is not the person's own; or somebody is invited with it, and the provider does not
   * say that it is.
   */
  "email_not_verified",
  /** The address has characters that show nothing, other spaces, or letters of several scripts. */
  "unsafe_email",
  /** Somebody else has this address here, who signs in another way. */
  "email_taken",
  /** The person is disabled here. */
  "disabled",
  /** The provider takes the role away from the last administrator. */
  "last_administrator",
  /** The provider did not ask the person again who they are. */
  "stale_auth_time",
  /** Somebody else than the person who is signed in proved who they are. */
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
  /** To prove again who one is, instead of signing in. */
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
