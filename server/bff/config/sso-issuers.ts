import type { SsoProviderEnv } from "./sso-env.ts";

type Configured = Pick<SsoProviderEnv, "issuer" | "allowedTenants">;

const wellKnown = /\/\.well-known\/.*$/;
const tenantID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

const entraOrigin = "https://login.microsoftonline.com";
/** The hosts in issuers of Entra ID. Tokens of version 2.0 have the first host, tokens of version 1.0 the second. */
const entraHosts = ["login.microsoftonline.com", "sts.windows.net"];

/** The tenant in the path of an issuer. The issuers of Entra ID have it in lower case, however it is configured. */
const tenantOf = ({ pathname }: URL) => (pathname.split("/")[1] ?? "").toLowerCase();

/**
 * True if the provider signs in people whose identity has this issuer. For most providers, the identity has the
 * configured issuer. With Entra ID and Azure AD B2C, the configured issuer can have a name in its path where the
 * identity's issuer has the ID of the tenant.
 */
function issues({ issuer, allowedTenants }: Configured, identity: URL): boolean {
  const configured = new URL(issuer.replace(wellKnown, ""));
  if (identity.href === configured.href) return true;
  if (configured.hostname.endsWith(".b2clogin.com")) return identity.hostname === configured.hostname;
  if (configured.origin !== entraOrigin || !entraHosts.includes(identity.hostname)) return false;
  const tenant = tenantOf(identity);
  const named = tenantOf(configured);
  if (tenantID.test(named)) return tenant === named;
  return allowedTenants.length === 0 || allowedTenants.includes(tenant);
}

/** True if people whose identity has this issuer can sign in at one of the configured providers. */
export function isIssuedByOneOf(providers: readonly Configured[], issuer: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const identity = new URL(issuer);
  return providers.some((provider) => issues(provider, identity));
}
