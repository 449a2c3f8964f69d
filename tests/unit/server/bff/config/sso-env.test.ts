import { expect, test } from "vitest";
import { roles } from "#lib/contract/values/access/roles.ts";
import { EnvError, parseEnv } from "#server/bff/config/env.ts";
import { unknownVariables } from "#server/bff/config/unknown-variables.ts";

const configured = {
  PROVISIONING_BASE_URL: "https://api.example",
  PROVISIONING_SANDBOX_KEY_ID: "key",
  PROVISIONING_SANDBOX_SECRET: "secret",
  SESSION_SECRET: "7qK2vX9mT4bR8wL3nH6yC1zD5fG0jP-s",
  PUBLIC_ORIGIN: "https://switchboard.example",
};

const plain = {
  OIDC_ISSUER: "https://sso.example/realms/main",
  OIDC_CLIENT_ID: "switchboard",
  OIDC_CLIENT_SECRET: "client secret",
};

const noFiles = (): string => {
  throw new Error("no such file");
};

const providersOf = (variables: Record<string, string>, readFile = noFiles) =>
  parseEnv({ ...configured, ...variables }, readFile).ssoProviders;

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    parseEnv(variables, noFiles);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

test("variables without a provider's name describe one provider", () => {
  expect(providersOf({ ...plain, OIDC_ROLE_CLAIM: "realm_access.roles" })).toEqual([
    {
      name: "sso",
      label: "single sign-on",
      issuer: "https://sso.example/realms/main",
      clientID: "switchboard",
      clientSecret: "client secret",
      scopes: "openid email profile",
      roleClaim: "realm_access.roles",
      roleMapping: undefined,
      defaultRole: undefined,
      environmentsClaim: undefined,
      environmentsMapping: undefined,
      defaultEnvironments: undefined,
      allowedTenants: [],
      allowedDomains: [],
      trustEmail: false,
      secondFactorAcr: [],
    },
  ]);
});

test("several providers have names, each with its own variables and a secret from a file", () => {
  const [entra, google] = providersOf(
    {
      OIDC_PROVIDERS: "entra, Google",
      OIDC_ENTRA_ISSUER: "https://login.microsoftonline.com/3f2b/v2.0",
      OIDC_ENTRA_CLIENT_ID: "a",
      OIDC_ENTRA_CLIENT_SECRET_FILE: "/run/secrets/entra",
      OIDC_ENTRA_ROLE_CLAIM: "groups",
      OIDC_ENTRA_ROLE_MAPPING: '{"CN=Admins,OU=Groups": "administrator"}',
      OIDC_GOOGLE_LABEL: "your company account",
      OIDC_GOOGLE_ISSUER: "https://accounts.google.com",
      OIDC_GOOGLE_CLIENT_ID: "b",
      OIDC_GOOGLE_CLIENT_SECRET: "secret",
      OIDC_GOOGLE_DEFAULT_ROLE: "viewer",
      OIDC_GOOGLE_ALLOWED_DOMAINS: "Company.example,other.example",
      OIDC_GOOGLE_DEFAULT_ENVIRONMENTS: "sandbox",
    },
    () => "secret of entra\n",
  );
  expect(entra).toMatchObject({
    name: "entra",
    label: "Entra",
    clientSecret: "secret of entra",
    roleMapping: { "CN=Admins,OU=Groups": "administrator" },
  });
  expect(google).toMatchObject({
    name: "google",
    label: "your company account",
    defaultRole: "viewer",
    defaultEnvironments: ["sandbox"],
    allowedDomains: ["company.example", "other.example"],
  });
});

test("a mapping is split at the last equals sign", () => {
  const [provider] = providersOf({ ...plain, OIDC_ROLE_CLAIM: "groups", OIDC_ROLE_MAPPING: "a=b=viewer, /eng=editor" });
  expect(provider?.roleMapping).toEqual({ "a=b": "viewer", "/eng": "editor" });
});

test("everything that is wrong is named at once, and no value is shown", () => {
  expect(
    problemsOf({
      ...configured,
      PUBLIC_ORIGIN: "",
      OIDC_PROVIDERS: "entra,google",
      OIDC_ISSUER: "https://sso.example",
      OIDC_ENTRA_ISSUER: "http://sso.example",
      OIDC_ENTRA_CLIENT_ID: "a",
      OIDC_ENTRA_CLIENT_SECRET: "s",
      OIDC_ENTRA_ROLE_MAPPING: "admins=owner",
      OIDC_ENTRA_SCOPES: "email",
      OIDC_ENTRA_DEFAULT_ENVIRONMENTS: "staging",
      OIDC_GOOGLE_ISSUER: "https://accounts.google.com",
      OIDC_GOOGLE_CLIENT_ID: "b",
    }),
  ).toEqual([
    "OIDC_ISSUER is not used beside OIDC_PROVIDERS: name the provider in it (OIDC_<NAME>_…)",
    "PUBLIC_ORIGIN must be set when single sign-on is configured",
    "OIDC_ENTRA_ISSUER must begin with https:// unless it is loopback",
    "OIDC_ENTRA_SCOPES must contain openid",
    `OIDC_ENTRA_ROLE_MAPPING must be written <name>=<${roles.join("|")}>, separated by commas, or as a JSON object`,
    "OIDC_ENTRA_DEFAULT_ENVIRONMENTS must be of production, sandbox, separated by commas",
    "OIDC_GOOGLE_CLIENT_SECRET must be set when a provider of single sign-on is configured",
  ]);
});

test.each([
  [
    { OIDC_ISSUER: "https://login.microsoftonline.com/common/v2.0" },
    "OIDC_ALLOWED_TENANTS must name the tenants that may sign in: this issuer serves every tenant",
  ],
  [
    { OIDC_ISSUER: "https://accounts.google.com", OIDC_DEFAULT_ROLE: "viewer" },
    "OIDC_ALLOWED_DOMAINS must name the domains that may sign in where DEFAULT_ROLE is set for Google",
  ],
  [
    { OIDC_ISSUER: "https://accounts.google.com", OIDC_SCOPES: "openid groups" },
    "OIDC_SCOPES must not contain groups: Google refuses every sign-in with it",
  ],
  [{ OIDC_ROLE_MAPPING: "a=viewer" }, "OIDC_ROLE_CLAIM must be set together with ROLE_MAPPING"],
])("%j is refused, because it would give access to the wrong people or to nobody", (own, problem) => {
  expect(problemsOf({ ...configured, ...plain, ...own } as Record<string, string>)).toEqual([problem]);
});

test("demo mode has no single sign-on", () => {
  expect(problemsOf(plain)).toEqual([
    "OIDC_ISSUER must not be set in demo mode (set PROVISIONING_BASE_URL to leave demo mode)",
  ]);
});

test("variables of a named provider are known, and variables of another provider are unknown", () => {
  expect(
    unknownVariables({ OIDC_PROVIDERS: "okta", OIDC_OKTA_CLIENT_SECRET_FILE: "/run/x", OIDC_KEYCLOAK_ISSUER: "y" }),
  ).toEqual(["OIDC_KEYCLOAK_ISSUER is not a variable of Switchboard and has no effect."]);
});
