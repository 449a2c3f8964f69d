import { type StaffMember, signInMethods } from "#lib/contract/access/staff.ts";
import { instant } from "#lib/format/instant.ts";
import type { Person } from "#server/bff/store/people.ts";

/** A person, as `GET /api/staff` returns them. */
export function staffView(storedPerson: Person): StaffMember {
  const { hasPassword, hasSso, hasTotp, hasPasskey, lastSignInAt, linkExpiresAt, isEmailUnverified, ...person } =
    storedPerson;
  const has = { password: hasPassword, sso: hasSso, totp: hasTotp, passkey: hasPasskey };
  return {
    ...person,
    ...(isEmailUnverified && { emailUnverified: true as const }),
    methods: signInMethods.filter((method) => has[method]),
    ...(lastSignInAt !== null && { lastSignInAt: instant(lastSignInAt) }),
    ...(linkExpiresAt !== null && { linkExpiresAt: instant(linkExpiresAt) }),
  };
}

/** The fields of a person that are compared for the audit log. */
export function auditedPerson({ email, name, role, environments, state }: Person) {
  return { email, name, role, environments, state };
}
