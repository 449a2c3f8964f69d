import { expect, test } from "vitest";
import { createRedactor } from "#server/bff/core/log/redact.ts";
import { isSecretName } from "#server/bff/core/log/secret-names.ts";

const secretNames = [
  "password",
  "initialPassword",
  "access-token",
  "privateKey",
  "webhookSecret",
  "pin",
  "otp",
  "sipPin",
  "adminPassword2",
  "PASSWORD_HASH",
  "passwd",
  "user_pwd",
  "passWord",
  "pass_phrase",
  "voicemailPIN",
  "PINCode",
  "sip-pin-new",
  "totpSecret",
  "OTPCode",
  "clientsecret",
  "client_secret",
  "x-api-key",
  "apiKey",
  "APIKeys",
  "keyID",
  "refreshTOKEN",
  "OAuthToken",
  "id_token",
  "authToken2",
  "accesstoken",
  "bearer",
  "Authorization",
  "Set-Cookie",
  "sessionCookie",
  "jwtAssertion",
  "credentials",
  "sipCredential",
  "recoveryCodes",
  "securityCode",
  "cardCVC",
  "signing_key",
  "sshKey",
  "activation-code",
  "temporaryInitialPasswordOfTheVoicemailOfTheUser",
  "pass\u200bword",
  "ｐａｓｓｗｏｒｄ",
  "kennwort",
];

const harmlessNames = [
  "shippingAddress",
  "companyName",
  "plan",
  "customerID",
  "usersCount",
  "pinnedAt",
  "spinCount",
  "opinion",
  "mapping",
  "secretary",
  "secretaryEmail",
  "tokyoOffice",
  "tokenizer",
  "passenger",
  "passport",
  "compass",
  "bypass",
  "keyboard",
  "key",
  "keys",
  "primaryKeyboard",
  "monkeyID",
  "author",
  "authorID",
  "authority",
  "authMethod",
  "code",
  "postCode",
  "areaCode",
  "countryCode",
  "cookieless",
  "option",
  "optional",
  "adopter",
  "laptop",
  "pinterest",
  "ping",
  "typing",
  "jobID",
  "created",
  "contract",
  "term",
  "email",
  "hotpot",
  "credit",
  "accessLevel",
];

test("the tests have at least forty names of each kind", () => {
  expect(new Set(secretNames).size).toBeGreaterThanOrEqual(40);
  expect(new Set(harmlessNames).size).toBeGreaterThanOrEqual(40);
});

test.each(secretNames)("the value of %s is hidden", (name) => {
  expect(isSecretName(name)).toBe(true);
  const redactor = createRedactor((text) => text);
  for (const value of ["canary", 123456, ["canary"], { any: "canary" }]) {
    expect(redactor.body(JSON.stringify({ deep: [{ [name]: value }] }))).not.toMatch(/canary|123456/);
  }
  expect(redactor.query(new URLSearchParams({ [name]: "canary" }).toString())).not.toContain("canary");
  expect(redactor.body(JSON.stringify({ headers: [{ name, value: "canary" }] }))).not.toContain("canary");
});

test.each(harmlessNames)("the value of %s stays visible", (name) => {
  expect(isSecretName(name)).toBe(false);
  const body = JSON.stringify({ [name]: "canary" });
  expect(createRedactor((text) => text).body(body)).toBe(body);
});

const redactor = createRedactor((text) => text);
/** A text that was drawn at random once, because these tests are about texts that look random. */
const drawn = "q7RfX2mZp9LkV4sWcT8bYn3HdG6jA1eU";

test.each([
  ["a key of Stripe", `sk_live_${drawn}`],
  ["a token of GitHub", `ghp_${drawn}abcd`],
  ["a token of Slack", "xoxb-123456789012-abcdefghij"],
  ["a key of AWS", "AKIAIOSFODNN7EXAMPLE"],
  ["a secret of webhooks", `whsec_${drawn}`],
  ["an opaque token", drawn],
  ["a token in base64url", "v1-q7RfX2mZp9Lk_V4sWcT8bYn3HdG6j-A1eUq7Rf"],
  ["40 hexadecimal digits", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"],
  ["a secret in base32", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----"],
  ["the address of a factor", "otpauth://totp/Anna?secret=JBSWY3DPEHPK3PXP"],
  ["a login in an address", "https://anna:hunter2hunter2@sip.example/"],
  ["a header of basic authentication", "Basic YW5uYTpodW50ZXIyaHVudGVyMg=="],
  ["a parameter in an address", "https://a.example/?plan=x&access_token=hunter2&b=1"],
])("%s is hidden at any position", (_, value) => {
  const secret =
    value
      .replace(/^https:\/\/(?:anna:|.*access_token=)?|^Basic |@sip.*$|&b=1$/g, "")
      .split("\n")
      .at(-2) ?? value;
  const given = value.startsWith("https") ? /hunter2/ : new RegExp(secret.replace(/[+?=.]/g, "\\$&"));
  expect(redactor.text(`before ${value} behind`)).not.toMatch(given);
  expect(redactor.body(JSON.stringify({ note: [`see ${value}`] }))).not.toMatch(given);
  expect(redactor.text(`before ${value} behind`)).toMatch(/^before .*behind$/s);
});

test.each([
  "11111111-2222-4333-8444-555566667777",
  "4bf92f3577b34da6a3ce929d0e0e4736",
  "Customer-Import-2026-11-24-Vienna-Office-Second-Batch",
  "provisioningServiceCustomerImportJob2026",
  "cus_NffrFeUfNV2Hib",
  "https://console.example/production/customers/11111111-2222-4333-8444-555566667777?tab=jobs&limit=25",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
  "2026-11-24T06:06:23.123456789+01:00",
])("the text %s stays visible", (text) => {
  expect(redactor.text(text)).toBe(text);
});

test.each([
  ['{"initialPassword":"canary","plan":"essential', '{"initialPassword":[hidden],"plan":"essential'],
  ['{"plan":"essential","sipPin": "can"ary', '{"plan":"essential","sipPin": [hidden]ary'],
  ["user=anna&initialPassword=canary&x=1", "user=anna&initialPassword=[hidden]&x=1"],
  ["<user><sip:pin kind='a'>canary</sip:pin></user>", "<user><sip:pin kind='a'>[hidden]</sip:pin></user>"],
  ['{"secret":"cut off', '{"secret":[hidden]'],
])("in the incomplete or invalid body %s, the values of secret names are hidden", (body, expected) => {
  expect(redactor.body(body)).toBe(expected);
});

test("the fact that a secret exists is not hidden", () => {
  const body = JSON.stringify({ hasPassword: true, pin: null, otpEnabled: false });
  expect(redactor.body(body)).toBe(body);
});
