import { createHash, randomUUID } from "node:crypto";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { environments as allEnvironments } from "#lib/contract/values/environments.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { SsoProviderEnv } from "#server/bff/config/sso-env.ts";
import type { Identity } from "#server/bff/store/sso.ts";
import type { Staff } from "#server/bff/store/staff.ts";
import {
  type Claims,
  emailOf,
  environmentsOf,
  isEmailDenied,
  isEmailVerified,
  isPlainEmail,
  maxSubject,
  nameOf,
  roleOf,
} from "./claims.ts";
import type { SsoContext } from "./redirect.ts";
import { SsoRefusal } from "./sso-refusal.ts";

interface SsoSignIn {
  context: SsoContext;
  provider: SsoProviderEnv;
  identity: Identity;
  claims: Claims;
}

/**
 * The role and the environments for the current claims. If the console assigns one of them itself, the member is
 * missing.
 */
interface Granted {
  role?: Role;
  environments?: Environment[];
}

/** A short name of an identity for the audit log. It does not reveal the subject. */
export function accountOf({ issuer, subject }: Identity): string {
  return createHash("sha256").update(`${issuer} ${subject}`).digest("hex").slice(0, 16);
}

/**
 * Finds the person of an identity. At the first sign-in, adds a new person or links the identity to an invited person.
 * Applies the role and the environments of the current claims. Throws SsoRefusal if the person may not sign in.
 */
export async function identifyStaff(ssoSignIn: SsoSignIn): Promise<Staff> {
  const { context, provider, identity, claims } = ssoSignIn;
  const { sso } = context.services.store;
  // The role is checked first, so that nothing is stored for a person without a role.
  const role = roleOf(claims, provider);
  const environments = environmentsOf(claims, provider);
  const granted: Granted = { ...(role && { role }), ...(environments && { environments }) };
  const linkedStaff = await sso.findStaff(identity);
  const staff = linkedStaff ?? (await firstSignIn(ssoSignIn, granted));
  if (staff.disabledAt !== null) throw new SsoRefusal("disabled");
  const isUnverified = !isEmailVerified(claims, provider);
  // The provider says whether its e-mail address is verified. The console uses this statement only if it has stored the
  // same address for this person.
  if (emailOf(claims) === staff.email && isUnverified !== (staff.emailUnverified === 1)) {
    await sso.setEmailUnverified(staff.staffID, isUnverified);
    staff.emailUnverified = isUnverified ? 1 : 0;
  }
  return applyGranted(context, staff, granted);
}

async function firstSignIn(ssoSignIn: SsoSignIn, granted: Granted): Promise<Staff> {
  const { context, provider, identity, claims } = ssoSignIn;
  const { store, clock } = context.services;
  const email = emailOf(claims);
  if (email === null) throw new SsoRefusal("no_email");
  if (identity.subject.length > maxSubject) throw new SsoRefusal("invalid_response", { claim: "sub" });
  if (!isPlainEmail(email)) throw new SsoRefusal("unsafe_email");
  const source = auditSource({ ...context, session: null });
  const after = { method: "sso", provider: provider.name, issuer: identity.issuer };
  const invited = await store.staff.findByEmail(email);
  if (invited) {
    if (invited.disabledAt !== null) throw new SsoRefusal("disabled");
    if (!isEmailVerified(claims, provider)) throw new SsoRefusal("email_not_verified");
    const isLinked = await store.sso.link(identity, invited.staffID, clock.now(), {
      ...source,
      action: "staff.linked",
      outcome: "done",
      target: { kind: "staff", id: invited.staffID },
      after,
    });
    if (!isLinked) throw new SsoRefusal("email_taken");
  } else {
    // A missing claim does not mean "not verified". Entra ID never sends this claim, and its addresses are trusted.
    if (isEmailDenied(claims, provider)) throw new SsoRefusal("email_not_verified");
    const role = granted.role ?? provider.defaultRole;
    if (role === undefined) throw new SsoRefusal("no_role");
    const environments = granted.environments ?? [...(provider.defaultEnvironments ?? allEnvironments)];
    const staffID = randomUUID();
    const added = { staffID, email, name: nameOf(claims, email), role, environments, createdAt: clock.now() };
    const isUnverified = !isEmailVerified(claims, provider);
    const isAdded = await store.sso.addStaff(identity, isUnverified ? { ...added, emailUnverified: 1 } : added, {
      ...source,
      action: "staff.added",
      outcome: "done",
      target: { kind: "staff", id: staffID },
      after: { ...after, email, ...(isUnverified && { emailVerified: false }), role, environments },
    });
    if (!isAdded) throw new SsoRefusal("email_taken");
  }
  const staff = await store.sso.findStaff(identity);
  if (!staff) throw new Error("A person who was added is gone");
  return staff;
}

/**
 * Applies the role and the environments that the provider sends now. If the role has changed, all other sessions of the
 * person end.
 */
async function applyGranted(context: SsoContext, staff: Staff, granted: Granted): Promise<Staff> {
  const { role = staff.role, environments = staff.environments } = granted;
  const isSame = role === staff.role && String(environments) === String(staff.environments);
  if (isSame) return staff;
  const { services } = context;
  const { staffID } = staff;
  const changed = await services.store.people.change(
    staffID,
    { role, environments },
    services.clock.now(),
    ({ before, after }) => ({
      ...auditSource({ ...context, session: null }),
      action: "staff.changed",
      outcome: "done",
      target: { kind: "staff", id: staffID },
      before: { role: before.role, environments: before.environments },
      after: { role: after.role, environments: after.environments, method: "sso" },
    }),
  );
  if (changed.result !== "changed") {
    throw new SsoRefusal(changed.result === "not found" ? "disabled" : "last_administrator");
  }
  for (const sessionHash of changed.endedSessions) services.openStreams.endSession(sessionHash);
  return { ...staff, role, environments };
}
