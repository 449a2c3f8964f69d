import type { AccessPolicy } from "#lib/contract/access/policy.ts";

/** The single sign-on origin of a session. */
export interface SsoOrigin {
  /** The name of the provider in the console. */
  provider: string;
  issuer: string;
  subject: string;
  /** True if the provider has confirmed a second factor. */
  secondFactor: boolean;
}

/** The policy's rules about second factors. */
export type FactorPolicy = Pick<AccessPolicy, "secondFactorRequired" | "ssoRequired" | "breakGlassStaffID">;

/** The single sign-on origin in the row of a session. Null if the session began in another way. */
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

/** The policy in a row. Undefined if the row has no policy. */
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
