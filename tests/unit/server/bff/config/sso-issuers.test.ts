import { expect, test } from "vitest";
import { isIssuedByOneOf } from "#server/bff/config/sso-issuers.ts";

const [own, foreign] = ["11111111-2222-3333-4444-555555555555", "99999999-2222-3333-4444-555555555555"];
const letters = "abcdef01-2222-3333-4444-555555555555";
const entra = "https://login.microsoftonline.com";

test.each<[configured: string, issuer: string, isIssued: boolean, tenants?: string[]]>([
  ["https://id.test.example", "https://id.test.example", true],
  ["https://id.test.example/", "https://id.test.example", true],
  ["https://id.test.example/realms/a", "https://id.test.example/realms/b", false],
  ["https://id.test.example", "https://old.test.example", false],
  ["https://id.test.example/a/.well-known/openid-configuration", "https://id.test.example/a", true],
  ["https://id.test.example", "no address", false],
  [`${entra}/${own}/v2.0`, `${entra}/${own}/v2.0`, true],
  [`${entra}/${own}/v2.0`, `${entra}/${foreign}/v2.0`, false],
  [`${entra}/${letters.toUpperCase()}/v2.0`, `${entra}/${letters}/v2.0`, true],
  [`${entra}/common/v2.0`, `${entra}/${own}/v2.0`, true, [own]],
  [`${entra}/common/v2.0`, `${entra}/${foreign}/v2.0`, false, [own]],
  [`${entra}/example.com/v2.0`, `${entra}/${own}/v2.0`, true],
  [`${entra}/common`, `https://sts.windows.net/${own}/`, true, [own]],
  [`${entra}/common/v2.0`, `https://id.test.example/${own}/v2.0`, false, [own]],
  ["https://a.b2clogin.com/a.example/policy/v2.0", `https://a.b2clogin.com/${own}/v2.0/`, true],
  ["https://a.b2clogin.com/a.example/policy/v2.0", `https://b.b2clogin.com/${own}/v2.0/`, false],
])("with the provider %s, people of %s can sign in: %s", (configured, issuer, isIssued, allowedTenants = []) => {
  expect(isIssuedByOneOf([{ issuer: configured, allowedTenants }], issuer)).toBe(isIssued);
  expect(isIssuedByOneOf([], issuer)).toBe(false);
});
