import type { AccessPolicy } from "#lib/contract/access/policy.ts";

/** How a session began by single sign-on. */
export interface SsoOrigin {
  /** The provider's name here. */
  provider: string;
  issuer: string;
  subject: string;
  /** Whether the provider said that the person used a second factor. */
  secondFactor: boolean;
}

/** What the policy says of second factors. */
export type FactorPolicy = Pick<AccessPolicy, "secondFactorRequired" | "ssoRequired" | "breakGlassStaffID">;

/** How the session of a row began, where it was by single sign-on. */
export function ssoOf(row: {
  ssoProvider: string | null;
  ssoIssuer: string | null;
  ssoSubject: string | null;
  ssoSecondFactor: number | null;
}): SsoOrigin | null {
  const { ssoProvider: provider, ssoIssuer: issuer, ssoSubject: subject, ssoSecondFactor } = row;
  if (provider === null || issuer === null || subject === null) return null;
  return { provider, issuer, subject, secondFactor: ssoSecondFactor === 1 };
}

/** The policy in a row; undefined where it has none. */
export function factorPolicyOf(row: {
  secondFactorRequired: number | null;
  ssoRequired: number | null;
  breakGlassStaffID: string | null;
}): { factorPolicy: FactorPolicy } | undefined {
  const { secondFactorRequired, ssoRequired, breakGlassStaffID } = row;
  if (secondFactorRequired === null || ssoRequired === null) return undefined;
  const required = { secondFactorRequired: secondFactorRequired === 1, ssoRequired: ssoRequired === 1 };
  return { factorPolicy: breakGlassStaffID === null ? required : { ...required, breakGlassStaffID } };
}
