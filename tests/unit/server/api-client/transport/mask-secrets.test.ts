import fc from "fast-check";
import { expect, test } from "vitest";
import { maskSecrets } from "#server/api-client/transport/mask-secrets.ts";

const secret = 's3cret+with/odd"chars&more';

test.each([
  ["in its original spelling", secret],
  ["in upper case", secret.toUpperCase()],
  ["written for a URL", encodeURIComponent(secret)],
  ["written for HTML", "s3cret+with/odd&quot;chars&amp;more"],
  ["in base64", Buffer.from(secret).toString("base64")],
])("a secret is hidden %s", (_, spelling) => {
  expect(maskSecrets(`before ${spelling} after`, ["unrelated", secret])).toBe("before [hidden] after");
});

test("everything that looks like a token is hidden, whether it is known or not", () => {
  expect(maskSecrets("got eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl back", [])).toBe("got [hidden] back");
  expect(maskSecrets("Authorization: Bearer abcdefgh12345678", [])).toBe("Authorization: Bearer [hidden]");
});

test("other words stay visible, and so do texts that are too short to be a secret", () => {
  expect(maskSecrets("term must be one of monthly, 12-months", ["a", ""])).toBe(
    "term must be one of monthly, 12-months",
  );
});

test("no text contains a secret after masking", () => {
  const secrets = fc
    .string({ minLength: 8, maxLength: 40, unit: "grapheme-ascii" })
    .filter((text) => /\w{4}/.test(text));
  fc.assert(
    fc.property(secrets, fc.string(), fc.string(), (hidden, before, after) => {
      fc.pre(!"[hidden]bearer ".includes(hidden.toLowerCase()));
      expect(maskSecrets(before + hidden + after, [hidden])).not.toContain(hidden);
    }),
  );
});
