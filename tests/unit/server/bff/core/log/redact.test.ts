import fc from "fast-check";
import { expect, test } from "vitest";
import { maskSecrets } from "#server/api-client/transport/mask-secrets.ts";
import { createRedactor } from "#server/bff/core/log/redact.ts";

const secrets = ["canary-key-0001", "canary-secret-0002"];
const redactor = createRedactor((text) => maskSecrets(text, secrets));

test("secrets, tokens, keys of API clients and names in e-mail addresses are removed from texts", () => {
  const token = `eyJhbGciOiJIUzI1NiJ9.${"a".repeat(40)}.${"b".repeat(20)}`;
  const text = redactor.text(`canary-key-0001 ${token} swb_0123456789abcdef anna.smith@acme.example`);
  for (const secret of ["canary-key-0001", token, "anna.smith"]) expect(text).not.toContain(secret);
  expect(text).toContain("@acme.example");
});

test("members with secret names are hidden in a body, at any depth, and all other members stay", () => {
  const body = redactor.body(JSON.stringify({ plan: "essential", deep: [{ access_token: "abc", usersCount: 3 }] }));
  expect(JSON.parse(body)).toEqual({ plan: "essential", deep: [{ access_token: "[hidden]", usersCount: 3 }] });
});

test("a body that is no JSON, or deeper than the limit, is redacted as a text", () => {
  expect(redactor.body("<p>canary-secret-0002</p>")).toBe("<p>[hidden]</p>");
  const deep = `${"[".repeat(20_000)}"canary-secret-0002"${"]".repeat(20_000)}`;
  expect(redactor.body(deep)).not.toContain("canary-secret-0002");
});

test("a query is redacted value by value and stays a query", () => {
  expect(redactor.query("searchTerm=anna%40acme.example&limit=25&token=abc")).toBe(
    "searchTerm=a%E2%80%A6%40acme.example&limit=25&token=%5Bhidden%5D",
  );
});

test("no secret stays in the text, at any position and in any spelling", () => {
  const written = (secret: string) => [
    secret,
    secret.toUpperCase(),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
  ];
  const secret = fc.constantFrom(...secrets.flatMap(written));
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, hidden, after) => {
      const body = JSON.stringify({ [before]: [`${before}${hidden}${after}`] });
      expect(redactor.body(body)).not.toContain(hidden);
      expect(redactor.query(new URLSearchParams({ q: `${before} ${hidden} ${after}` }).toString())).not.toContain(
        hidden,
      );
    }),
    { numRuns: 200 },
  );
});
