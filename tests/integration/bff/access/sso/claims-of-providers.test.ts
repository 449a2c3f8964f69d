import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { readAudit } from "#tests/fixtures/read-audit.ts";
import { type Grant, type QuirksProvider, startQuirksProvider } from "#tests/fixtures/sso/quirks-provider.ts";
import { createSsoConsole, type SsoConsole } from "#tests/fixtures/sso/sso-console.ts";

let provider: QuirksProvider;
let console: SsoConsole | undefined;

beforeAll(async () => {
  provider = await startQuirksProvider();
});

afterEach(async () => {
  await console?.close();
  console = undefined;
});

afterAll(() => provider.close());

const person = { email: "kim@company.example", email_verified: true, name: "Kim Park" };

/** Signs in. Returns the person who is then signed in, or else the reason why nobody is. */
async function outcomeOf(own: Record<string, string>, { idToken, ...grant }: Partial<Grant>): Promise<unknown> {
  console = await createSsoConsole(provider, own);
  const { location, cookie } = await console.comeBack({
    subject: "kim",
    ...grant,
    idToken: { ...person, ...idToken },
  });
  if (!cookie) return new URL(location, "http://host").searchParams.get("problem");
  const session = await (await console.send("GET", "/api/session", { cookie })).json();
  return [session.staff.role, ...session.environments];
}

const both = ["production", "sandbox"];
const entra = { ROLE_CLAIM: "groups", ROLE_MAPPING: "6f1d-admins=administrator,6f1d-support=editor" };

test.each<[what: string, own: Record<string, string>, grant: Partial<Grant>, outcome: unknown]>([
  ["Entra ID: an app role", { ROLE_CLAIM: "roles" }, { idToken: { roles: ["editor"] } }, ["editor", ...both]],
  ["Entra ID: groups by their object IDs", entra, { idToken: { groups: ["x", "6f1d-support"] } }, ["editor", ...both]],
  [
    "Entra ID: the strongest of several groups",
    entra,
    { idToken: { groups: ["6f1d-support", "6f1d-admins"] } },
    ["administrator", ...both],
  ],
  [
    "Entra ID: more than 200 groups, named in _claim_names",
    { ...entra, DEFAULT_ROLE: "viewer" },
    { idToken: { _claim_names: { groups: "src1" }, _claim_sources: { src1: { endpoint: "https://graph.example" } } } },
    "groups_overage",
  ],
  [
    "Entra ID: more than 200 groups, as hasgroups",
    { ...entra, DEFAULT_ROLE: "viewer" },
    { idToken: { hasgroups: true } },
    "groups_overage",
  ],
  [
    "Entra ID: too many groups with app roles",
    { ROLE_CLAIM: "roles" },
    { idToken: { roles: ["viewer"], _claim_names: { groups: "src1" } } },
    ["viewer", ...both],
  ],
  [
    "Entra ID: a tenant of the list",
    { DEFAULT_ROLE: "viewer", ALLOWED_TENANTS: "t-1,t-2" },
    { idToken: { tid: "t-2", email_verified: undefined } },
    ["viewer", ...both],
  ],
  [
    "Entra ID: a tenant that is not on the list",
    { DEFAULT_ROLE: "viewer", ALLOWED_TENANTS: "t-1" },
    { idToken: { tid: "t-3" } },
    "tenant_not_allowed",
  ],
  [
    "Entra ID: no tenant in the token, but one in userinfo",
    { DEFAULT_ROLE: "viewer", ALLOWED_TENANTS: "t-1", ROLE_CLAIM: "roles" },
    { userInfo: { tid: "t-1" } },
    "tenant_not_allowed",
  ],
  [
    "Okta: groups only in userinfo",
    { ROLE_CLAIM: "groups", ROLE_MAPPING: "Support=editor" },
    { userInfo: { groups: ["Everyone", "Support"] } },
    ["editor", ...both],
  ],
  [
    "Okta: an ID token without an e-mail address",
    { DEFAULT_ROLE: "viewer" },
    { idToken: { email: undefined, name: undefined }, userInfo: person },
    ["viewer", ...both],
  ],
  [
    "Okta: userinfo that contradicts the token",
    { ROLE_CLAIM: "groups", ROLE_MAPPING: "a=viewer,b=administrator", ENVIRONMENTS_CLAIM: "environments" },
    { idToken: { groups: ["a"] }, userInfo: { groups: ["b"], environments: ["sandbox"] } },
    ["viewer", "sandbox"],
  ],
  [
    "Google: an account of the domain, with a role from the default",
    { DEFAULT_ROLE: "viewer", ALLOWED_DOMAINS: "Company.example" },
    { idToken: { hd: "company.example" } },
    ["viewer", ...both],
  ],
  [
    "Google: a private account with an address of the domain",
    { DEFAULT_ROLE: "viewer", ALLOWED_DOMAINS: "company.example" },
    {},
    "domain_not_allowed",
  ],
  [
    "Google: another domain",
    { DEFAULT_ROLE: "viewer", ALLOWED_DOMAINS: "company.example" },
    { idToken: { hd: "other.example" } },
    "domain_not_allowed",
  ],
  [
    "Google: a person without a role",
    { ALLOWED_DOMAINS: "company.example" },
    { idToken: { hd: "company.example" } },
    "no_role",
  ],
  [
    "Keycloak: a group's path with a slash, mapped without a slash",
    { ROLE_CLAIM: "groups", ROLE_MAPPING: "eng/backend=editor" },
    { idToken: { groups: ["/eng/backend"] } },
    ["editor", ...both],
  ],
  [
    "Keycloak: a group's path without a slash, mapped with a slash",
    { ROLE_CLAIM: "groups", ROLE_MAPPING: "/eng/backend=editor" },
    { idToken: { groups: ["eng/backend"] } },
    ["editor", ...both],
  ],
  [
    "Keycloak: a group below a mapped group",
    { ROLE_CLAIM: "groups", ROLE_MAPPING: "/eng=administrator" },
    { idToken: { groups: ["/eng/backend"] } },
    "no_role",
  ],
  [
    "Keycloak: nested realm roles",
    { ROLE_CLAIM: "realm_access.roles", ROLE_MAPPING: "switchboard-admin=administrator" },
    { idToken: { realm_access: { roles: ["offline_access", "switchboard-admin"] } } },
    ["administrator", ...both],
  ],
  [
    "Keycloak: roles of a client whose name has dots",
    { ROLE_CLAIM: "resource_access.switch.board.roles", ENVIRONMENTS_CLAIM: "attributes.environments" },
    {
      idToken: {
        resource_access: { "switch.board": { roles: ["editor"] } },
        attributes: { environments: ["sandbox", "staging"] },
      },
    },
    ["editor", "sandbox"],
  ],
  ["any: an unmapped role and no default", entra, { idToken: { groups: ["other"] } }, "no_role"],
  [
    "any: an unmapped role and a default",
    { ...entra, DEFAULT_ROLE: "viewer" },
    { idToken: { groups: [] } },
    ["viewer", ...both],
  ],
  [
    "any: names of built-in JavaScript members",
    { ROLE_CLAIM: "groups", ROLE_MAPPING: "a=viewer" },
    { idToken: { groups: ["constructor", "__proto__", "toString"] } },
    "no_role",
  ],
  [
    "any: mapped environments",
    { DEFAULT_ROLE: "viewer", ENVIRONMENTS_CLAIM: "groups", ENVIRONMENTS_MAPPING: "live=production" },
    { idToken: { groups: ["live"] } },
    ["viewer", "production"],
  ],
  [
    "any: no mapped environment",
    { DEFAULT_ROLE: "viewer", ENVIRONMENTS_CLAIM: "groups" },
    { idToken: { groups: ["live"] } },
    "no_environment",
  ],
  ["any: no e-mail address", { DEFAULT_ROLE: "viewer" }, { idToken: { email: undefined } }, "no_email"],
  ["any: a signature of another key", { DEFAULT_ROLE: "viewer" }, { foreignKey: true }, "invalid_response"],
  ["any: another issuer", { DEFAULT_ROLE: "viewer" }, { idToken: { iss: "https://evil.example" } }, "invalid_response"],
  ["any: another audience", { DEFAULT_ROLE: "viewer" }, { idToken: { aud: "another" } }, "invalid_response"],
  ["any: another nonce", { DEFAULT_ROLE: "viewer" }, { idToken: { nonce: "another" } }, "invalid_response"],
  ["any: an expired token", { DEFAULT_ROLE: "viewer" }, { idToken: { exp: 1_700_000_000 } }, "invalid_response"],
])("the sign-in has the expected result for %s", async (_what, own, grant, outcome) => {
  expect(await outcomeOf(own, grant)).toEqual(outcome);
});

test("a refusal is audited with its reason and the values that gave no role", async () => {
  expect(await outcomeOf(entra, { idToken: { groups: ["other"] } })).toBe("no_role");
  const events = await readAudit(console?.databaseUrl ?? "");
  expect(events.at(-1)).toMatchObject({
    action: "sign-in.failed",
    outcome: "failed",
    after: { code: "no_role", method: "sso", provider: "test", claim: "groups", values: ["other"] },
  });
});
