import { describe, expect, test } from "vitest";
import {
  type Claims,
  claimAt,
  emailOf,
  environmentsOf,
  hasSecondFactor,
  isEmailVerified,
  nameOf,
  needsUserInfo,
  requireAllowed,
  roleOf,
} from "#server/bff/access/sso/claims.ts";
import { SsoRefusal } from "#server/bff/access/sso/sso-refusal.ts";
import type { SsoProviderEnv } from "#server/bff/config/sso-env.ts";

function provider(own: Partial<SsoProviderEnv> = {}): SsoProviderEnv {
  return {
    name: "test",
    label: "Test",
    issuer: "https://id.example",
    clientID: "id",
    clientSecret: "s",
    scopes: "openid",
    roleClaim: undefined,
    roleMapping: undefined,
    defaultRole: undefined,
    environmentsClaim: undefined,
    environmentsMapping: undefined,
    defaultEnvironments: undefined,
    allowedTenants: [],
    allowedDomains: [],
    trustEmail: false,
    secondFactorAcr: [],
    ...own,
  };
}

/**
 * Returns the result of `run`. If `run` throws a refusal, returns its problem with the details for an administrator.
 */
function outcomeOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    return { problem: error.problem, ...error.facts };
  }
}

describe("the path of a claim", () => {
  test.each<[unknown, string, unknown]>([
    [{ roles: ["a"] }, "roles", ["a"]],
    [{ realm_access: { roles: ["a"] } }, "realm_access.roles", ["a"]],
    [{ a: { b: { c: 1 } } }, "a.b.c", 1],
    [{ resource_access: { "my.client": { roles: ["a"] } } }, "resource_access.my.client.roles", ["a"]],
    [{ "https://company.example/roles": ["a"] }, "https://company.example/roles", ["a"]],
    // The longest existing name is tried first. If it does not contain the rest of the path, a shorter name is tried.
    [{ "a.b": { c: 1 }, a: { b: { c: 2 } } }, "a.b.c", 1],
    [{ "a.b": {}, a: { b: { c: 2 } } }, "a.b.c", 2],
    [{ "a.b": 3, a: { b: 4 } }, "a.b", 3],
    [{ a: { x: 1 } }, "a.b", undefined],
    [{ "": { b: 1 } }, ".b", undefined],
    [{ a: [{ b: 1 }] }, "a.0.b", undefined],
    [{ a: null }, "a.b", undefined],
    [{ a: "text" }, "a.length", undefined],
    [null, "a", undefined],
    ["text", "length", undefined],
    [[1], "0", undefined],
    [{}, "constructor", undefined],
    [{}, "constructor.name", undefined],
    [{ a: {} }, "a.toString", undefined],
  ])("in %j, the path %s finds %j", (claims, path, value) => {
    expect(claimAt(claims, path)).toEqual(value);
  });
});

describe("the role of a person", () => {
  const byGroups = { roleClaim: "groups", roleMapping: { support: "editor", "/eng/admins": "administrator" } as const };
  const overage = { problem: "groups_overage", claim: "groups" };
  test.each<[Partial<SsoProviderEnv>, Claims, unknown]>([
    [{}, { roles: ["administrator"] }, undefined],
    [{ roleClaim: "roles" }, { roles: ["editor"] }, "editor"],
    [{ roleClaim: "roles" }, { roles: "viewer" }, "viewer"],
    [{ roleClaim: "roles" }, { roles: ["viewer", "administrator", "editor"] }, "administrator"],
    [{ roleClaim: "roles" }, { roles: [1, null, { a: 1 }, "viewer"] }, "viewer"],
    [{ roleClaim: "roles" }, { roles: ["Editor"] }, { problem: "no_role", claim: "roles", values: ["Editor"] }],
    [{ roleClaim: "roles" }, {}, { problem: "no_role", claim: "roles", values: [] }],
    [{ roleClaim: "roles" }, { roles: null }, { problem: "no_role", claim: "roles", values: [] }],
    [{ roleClaim: "roles", defaultRole: "viewer" }, { roles: ["none"] }, "viewer"],
    [{ roleClaim: "roles", defaultRole: "administrator" }, { roles: ["viewer"] }, "viewer"],
    // If a mapping is configured, a group that is named like a role gives no role.
    [byGroups, { groups: ["administrator"] }, { problem: "no_role", claim: "groups", values: ["administrator"] }],
    [byGroups, { groups: ["x", "support"] }, "editor"],
    [byGroups, { groups: ["/support"] }, "editor"],
    [byGroups, { groups: ["eng/admins"] }, "administrator"],
    [byGroups, { groups: ["/eng/admins"] }, "administrator"],
    [byGroups, { groups: ["eng/admins/"] }, { problem: "no_role", claim: "groups", values: ["eng/admins/"] }],
    [byGroups, { groups: ["toString"] }, { problem: "no_role", claim: "groups", values: ["toString"] }],
    [{ ...byGroups, defaultRole: "viewer" }, { _claim_names: { groups: "src1" } }, overage],
    [{ ...byGroups, defaultRole: "viewer" }, { _claim_names: { others: "src1", groups: "src1" } }, overage],
    [{ ...byGroups, defaultRole: "viewer" }, { hasgroups: true }, overage],
    [{ ...byGroups, defaultRole: "viewer" }, { hasgroups: "true" }, overage],
    [{ ...byGroups, defaultRole: "viewer" }, { hasgroups: false }, "viewer"],
    [{ ...byGroups, defaultRole: "viewer" }, { hasgroups: "false" }, "viewer"],
    [{ ...byGroups, defaultRole: "viewer" }, { _claim_names: { others: "src1" } }, "viewer"],
    [{ ...byGroups, defaultRole: "viewer" }, { _claim_names: ["groups"] }, "viewer"],
    // Groups in the token count, even if the provider reports that it has left out other groups.
    [byGroups, { groups: ["support"], hasgroups: true, _claim_names: { groups: "src1" } }, "editor"],
    [
      { roleClaim: "a.roles", defaultRole: "viewer" },
      { _claim_names: { a: "src1" } },
      { problem: "groups_overage", claim: "a.roles" },
    ],
    [{ roleClaim: "roles", defaultRole: "viewer" }, { hasgroups: true, _claim_names: { groups: "src1" } }, "viewer"],
    [{ roleClaim: "groupsOf", defaultRole: "viewer" }, { hasgroups: true, _claim_names: { groups: "s" } }, "viewer"],
    [
      { roleClaim: "groups.names", defaultRole: "viewer" },
      { hasgroups: true },
      { problem: "groups_overage", claim: "groups.names" },
    ],
  ])("with the settings %j, the claims %j give the role %j", (own, claims, outcome) => {
    expect(outcomeOf(() => roleOf(claims, provider(own)))).toEqual(outcome);
  });

  test("an administrator sees the values of a refusal, at most twenty values with a hundred characters each", () => {
    const roles = Array.from({ length: 30 }, (_, index) => `${index} ${"x".repeat(200)}`);
    const refused = outcomeOf(() => roleOf({ roles }, provider({ roleClaim: "roles" }))) as { values: string[] };
    expect(refused.values).toEqual(roles.slice(0, 20).map((one) => one.slice(0, 100)));
  });
});

describe("the environments of a person", () => {
  const environmentsClaim = "env";
  const overage = { problem: "groups_overage", claim: "groups" };
  test.each<[Partial<SsoProviderEnv>, Claims, unknown]>([
    [{}, { env: ["sandbox"] }, undefined],
    [{ environmentsClaim }, { env: "sandbox" }, ["sandbox"]],
    [{ environmentsClaim }, { env: ["sandbox", "production", "sandbox"] }, ["production", "sandbox"]],
    [
      { environmentsClaim },
      { env: ["staging"] },
      { problem: "no_environment", claim: environmentsClaim, values: ["staging"] },
    ],
    [{ environmentsClaim }, {}, { problem: "no_environment", claim: environmentsClaim, values: [] }],
    [{ environmentsClaim, defaultEnvironments: ["sandbox"] }, { env: ["staging"] }, ["sandbox"]],
    [{ environmentsClaim, defaultEnvironments: ["sandbox"] }, { env: ["production"] }, ["production"]],
    [{ environmentsClaim, environmentsMapping: { live: "production" } }, { env: ["/live", "sandbox"] }, ["production"]],
    [{ environmentsClaim: "groups", defaultEnvironments: ["production"] }, { hasgroups: true }, overage],
    [{ environmentsClaim: "groups", defaultEnvironments: ["sandbox"] }, { groups: [], hasgroups: true }, ["sandbox"]],
  ])("with the settings %j, the claims %j give the environments %j", (own, claims, outcome) => {
    expect(outcomeOf(() => environmentsOf(claims, provider(own)))).toEqual(outcome);
  });
});

describe("reading userinfo", () => {
  const email = "kim@company.example";
  test.each<[Partial<SsoProviderEnv>, Claims, boolean]>([
    [{}, { email }, false],
    [{}, {}, true],
    [{ roleClaim: "roles" }, { email }, true],
    [{ roleClaim: "roles" }, { email, roles: [] }, false],
    [{ roleClaim: "roles" }, { email, roles: null }, true],
    [{ environmentsClaim: "env" }, { email, roles: [] }, true],
    [{ roleClaim: "roles", environmentsClaim: "env" }, { email, roles: [] }, true],
    // If the provider left out the groups because there are too many, the user info does not contain them either.
    [{ roleClaim: "groups" }, { email, hasgroups: true }, false],
    [{ roleClaim: "roles" }, { email, hasgroups: true }, true],
  ])("with the settings %j and the claims %j, userinfo is read: %j", (own, claims, isRead) => {
    expect(needsUserInfo(claims, provider(own))).toBe(isRead);
  });
});

describe("the check of the tenant and the domain", () => {
  const tenants = { allowedTenants: ["t-1", "t-2"] };
  const domains = { allowedDomains: ["company.example"] };
  test.each<[Partial<SsoProviderEnv>, Claims, unknown]>([
    [{}, {}, undefined],
    [tenants, { tid: "t-2" }, undefined],
    [tenants, { tid: "t-3" }, { problem: "tenant_not_allowed", tenant: "t-3" }],
    [tenants, { tid: ["t-1"] }, { problem: "tenant_not_allowed", tenant: null }],
    [tenants, {}, { problem: "tenant_not_allowed", tenant: null }],
    [tenants, { tid: "x".repeat(300) }, { problem: "tenant_not_allowed", tenant: "x".repeat(100) }],
    [domains, { hd: "Company.Example" }, undefined],
    [domains, { hd: "other.example" }, { problem: "domain_not_allowed", domain: "other.example" }],
    [domains, { email: "a@company.example" }, { problem: "domain_not_allowed", domain: null }],
    [domains, { hd: "x".repeat(300) }, { problem: "domain_not_allowed", domain: "x".repeat(100) }],
    [{ ...tenants, ...domains }, { tid: "t-1" }, { problem: "domain_not_allowed", domain: null }],
  ])("with the settings %j, the claims %j have the result %j", (own, claims, outcome) => {
    expect(outcomeOf(() => requireAllowed(claims, provider(own)))).toEqual(outcome);
  });
});

describe("the e-mail address in claims", () => {
  const long = (count: number) => `${"x".repeat(count - "@c.example".length)}@c.example`;
  test.each<[unknown, string | null]>([
    ["Kim.PARK@Company.example", "kim.park@company.example"],
    // The Kelvin sign must not be folded to the letter k.
    ["\u212Aim@company.example", "\u212Aim@company.example"],
    [long(320), long(320)],
    [long(321), null],
    [undefined, null],
    [["kim@company.example"], null],
    ["kim", null],
    ["@company.example", null],
    ["kim@", null],
    ["kim@a@company.example", null],
    ["kim park@company.example", null],
    ["kim@company.example\n", null],
    ["\u0000kim@company.example", null],
    ["kim@company.\u0007example", null],
  ])("the claim %j gives the address %j", (email, expected) => {
    expect(emailOf({ email })).toBe(expected);
  });

  test.each([
    [true, false, true],
    ["true", false, true],
    [false, false, false],
    ["false", false, false],
    [undefined, false, false],
    [1, false, false],
    [undefined, true, true],
  ])(
    "with email_verified %j and trust %j, the address counts as the person's own: %j",
    (verified, trustEmail, isTheirs) => {
      expect(isEmailVerified({ email_verified: verified }, provider({ trustEmail }))).toBe(isTheirs);
    },
  );
});

describe("the name in claims", () => {
  test.each([
    [" Kim Park ", "Kim Park"],
    ["Kim\n\u0000Park", "Kim Park"],
    ["Kim\uD800Park", "Kim Park"],
    ["\n", "kim@c.example"],
    [undefined, "kim@c.example"],
    [7, "kim@c.example"],
    ["x".repeat(200), "x".repeat(100)],
  ])("the claims %j give the name %j", (name, expected) => {
    expect(nameOf({ name }, "kim@c.example")).toBe(expected);
  });
});

describe("a second factor at the provider", () => {
  test.each<[Claims, boolean]>([
    ...["mfa", "otp", "hwk", "swk", "sc", "pop", "fpt", "face", "iris", "retina", "vbm"].map(
      (method): [Claims, boolean] => [{ amr: ["pwd", method] }, true],
    ),
    [{ amr: ["pwd"] }, false],
    [{ amr: [] }, false],
    [{ amr: "mfa" }, false],
    [{ amr: [["mfa"]] }, false],
    [{ acr: "phr" }, true],
    [{ acr: "phrh" }, true],
    [{ acr: "gold" }, true],
    [{ acr: "silver" }, false],
    [{ acr: ["phr"] }, false],
    [{ acr: ["gold"] }, false],
    [{}, false],
    [{ amr: ["pwd"], acr: "gold" }, true],
  ])("the claims %j prove a second factor: %j", (claims, isStrong) => {
    expect(hasSecondFactor(claims, provider({ secondFactorAcr: ["gold"] }))).toBe(isStrong);
  });
});
