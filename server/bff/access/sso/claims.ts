import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { environments } from "#lib/contract/values/environments.ts";
import type { SsoProviderEnv } from "#server/bff/config/sso-env.ts";
import { SsoRefusal } from "./sso-refusal.ts";

/** The claims of a provider about a person. */
export type Claims = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Claims {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The claim at a path such as `realm_access.roles`. A member name may contain dots, for example
 * `resource_access.my.client.roles` or `https://company.example/roles`. Longer member names are tried first.
 */
export function claimAt(claims: unknown, path: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let at = path.lastIndexOf("."); at > 0; at = path.lastIndexOf(".", at - 1)) {
    const name = path.slice(0, at);
    const found = Object.hasOwn(claims, name) ? claimAt(claims[name], path.slice(at + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The values of a claim that is one text or a list of texts. Undefined if the claim is missing. */
function textsAt(claims: Claims, path: string): string[] | undefined {
  const value = claimAt(claims, path);
  if (value === undefined || value === null) return undefined;
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");
}

/** Keycloak sends a group as a path. Depending on its configuration, the path begins with a slash. */
const withoutSlash = (name: string) => (name.startsWith("/") ? name.slice(1) : name);

function mapped<Value extends string>(
  texts: readonly string[],
  mapping: Readonly<Record<string, Value>> | undefined,
  values: readonly Value[],
): Value[] {
  const entries = mapping ? Object.entries(mapping) : values.map((value) => [value, value] as const);
  const valueOfName = new Map(entries.map(([name, value]) => [withoutSlash(name), value]));
  return texts.flatMap((one) => valueOfName.get(withoutSlash(one)) ?? []);
}

/**
 * True if the provider has left out a claim because it is too long. Entra ID leaves out the groups of people with more
 * than 200 groups. Instead it names the claim in `_claim_names` or sends `hasgroups`. Such a person must not be treated
 * as a person without groups.
 */
function isLeftOut(claims: Claims, path: string): boolean {
  const isOfPath = (name: string) => path === name || path.startsWith(`${name}.`);
  if (isObject(claims._claim_names) && Object.keys(claims._claim_names).some(isOfPath)) return true;
  return isOfPath("groups") && (claims.hasgroups === true || claims.hasgroups === "true");
}

/** True if the ID token does not contain all needed claims. The missing claims must then be requested from userinfo. */
export function needsUserInfo(claims: Claims, { roleClaim, environmentsClaim }: SsoProviderEnv): boolean {
  const paths = [roleClaim, environmentsClaim].filter((path) => path !== undefined);
  return (
    emailOf(claims) === null || paths.some((path) => textsAt(claims, path) === undefined && !isLeftOut(claims, path))
  );
}

/**
 * How much of a claim is shown to administrators: the maximum number of values, and the maximum number of characters
 * per value.
 */
const maxShown = { values: 20, characters: 100 };

const shown = (texts: readonly string[]) =>
  texts.slice(0, maxShown.values).map((one) => one.slice(0, maxShown.characters));

/**
 * The role for these claims. Undefined if roles are assigned in the console. Throws SsoRefusal if no role fits, or if
 * the provider has left out the claim.
 */
export function roleOf(claims: Claims, provider: SsoProviderEnv): Role | undefined {
  const { roleClaim, roleMapping, defaultRole } = provider;
  if (roleClaim === undefined) return undefined;
  const texts = textsAt(claims, roleClaim);
  if (texts === undefined && isLeftOut(claims, roleClaim)) throw new SsoRefusal("groups_overage", { claim: roleClaim });
  const found = mapped(texts ?? [], roleMapping, roles);
  const last = roles.findLast((role) => found.includes(role)) ?? defaultRole;
  if (last === undefined) throw new SsoRefusal("no_role", { claim: roleClaim, values: shown(texts ?? []) });
  return last;
}

/**
 * The environments for these claims. Undefined if environments are assigned in the console. Throws SsoRefusal if no
 * environment fits, or if the provider has left out the claim.
 */
export function environmentsOf(claims: Claims, provider: SsoProviderEnv): Environment[] | undefined {
  const { environmentsClaim, environmentsMapping, defaultEnvironments } = provider;
  if (environmentsClaim === undefined) return undefined;
  const texts = textsAt(claims, environmentsClaim);
  if (texts === undefined && isLeftOut(claims, environmentsClaim)) {
    throw new SsoRefusal("groups_overage", { claim: environmentsClaim });
  }
  const found = mapped(texts ?? [], environmentsMapping, environments);
  if (found.length > 0) return environments.filter((environment) => found.includes(environment));
  if (defaultEnvironments) return [...defaultEnvironments];
  throw new SsoRefusal("no_environment", { claim: environmentsClaim, values: shown(texts ?? []) });
}

/**
 * Refuses people from other tenants or domains. Only the claims of the ID token are used, because an e-mail address
 * proves neither a tenant nor a domain.
 */
export function requireAllowed(idToken: Claims, { allowedTenants, allowedDomains }: SsoProviderEnv): void {
  const { tid, hd } = idToken;
  if (allowedTenants.length > 0 && !(typeof tid === "string" && allowedTenants.includes(tid))) {
    throw new SsoRefusal("tenant_not_allowed", { tenant: typeof tid === "string" ? tid.slice(0, 100) : null });
  }
  if (allowedDomains.length > 0 && !(typeof hd === "string" && allowedDomains.includes(hd.toLowerCase()))) {
    throw new SsoRefusal("domain_not_allowed", { domain: typeof hd === "string" ? hd.slice(0, 100) : null });
  }
}

/**
 * The person's e-mail address in lower case. Null if the provider sends no valid address. Only the letters A to Z are
 * converted. A full conversion would also turn the kelvin sign into `k`. The result could then be equal to the address
 * of a different person.
 */
export function emailOf({ email }: Claims): string | null {
  if (typeof email !== "string" || email.length > 320 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) return null;
  return email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * True if the provider has verified the address, or if the administrator has configured that addresses of this provider
 * are trusted.
 */
export function isEmailVerified({ email_verified: verified }: Claims, { trustEmail }: SsoProviderEnv): boolean {
  return trustEmail || verified === true || verified === "true";
}

/** True if the provider says that the address is not verified, and addresses of this provider are not trusted. */
export function isEmailDenied({ email_verified: verified }: Claims, { trustEmail }: SsoProviderEnv): boolean {
  return !trustEmail && (verified === false || verified === "false");
}

/**
 * The scripts that are distinguished in an address. Digits and signs belong to no script. The letters of all other
 * scripts count as one more script (`otherLetter`).
 */
const scripts = ["Latin", "Cyrillic", "Greek", "Armenian", "Hebrew", "Arabic", "Devanagari", "Thai", "Georgian"].map(
  (name) => new RegExp(`\\p{Script=${name}}`, "u"),
);
/** Scripts that are used together in Chinese, Japanese and Korean. */
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const otherLetter =
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}\p{Script=Georgian}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}])\p{L}/u;

/**
 * True if an address cannot be confused with a different address. It has no invisible characters, no characters that
 * change the text direction and no unusual spaces. Its letters are normalised and belong to a single script.
 */
export function isPlainEmail(email: string): boolean {
  if (/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(email)) return false;
  if (email.normalize("NFKC") !== email) return false;
  return [...scripts, eastAsian, otherLetter].filter((script) => script.test(email)).length <= 1;
}

/**
 * `maxSubject`: the maximum length of `sub` (OpenID Connect Core, section 2) and of the name of a claim. `maxClaim`:
 * the maximum length of the value of a claim, as JSON. Both in characters.
 */
export const maxSubject = 255;
const maxClaim = 100_000;

/** Throws SsoRefusal if the name or the value of a claim is longer than a correct provider would send. */
export function requireBounded(claims: Claims): void {
  for (const [name, value] of Object.entries(claims)) {
    if (name.length <= maxSubject && JSON.stringify(value ?? null).length <= maxClaim) continue;
    throw new SsoRefusal("invalid_response", { claim: name.slice(0, maxSubject) });
  }
}

/** The person's name. If the provider sends no name, the e-mail address. */
export function nameOf({ name }: Claims, email: string): string {
  const plain =
    typeof name === "string"
      ? name
          .slice(0, 1_000)
          .replace(/[\p{Cc}\p{Cs}]+/gu, " ")
          .trim()
      : "";
  return (plain === "" ? email : plain).slice(0, 100);
}

/**
 * Sign-in methods that are stronger than a password (RFC 8176): several factors, a code, a hardware or software key, or
 * a biometric check.
 */
const strongMethods = new Set(["mfa", "otp", "hwk", "swk", "sc", "pop", "fpt", "face", "iris", "retina", "vbm"]);

/**
 * Sign-in classes that are resistant to phishing (OpenID Connect EAP ACR). They always use a key, so they count as a
 * second factor.
 */
const strongClasses = new Set(["phr", "phrh"]);

/** True if the provider reports a second factor, or a sign-in class that implies a second factor. */
export function hasSecondFactor({ amr, acr }: Claims, { secondFactorAcr }: SsoProviderEnv): boolean {
  if (Array.isArray(amr) && amr.some((method) => strongMethods.has(method))) return true;
  return typeof acr === "string" && (strongClasses.has(acr) || secondFactorAcr.includes(acr));
}
