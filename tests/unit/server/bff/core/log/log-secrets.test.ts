import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLog, withoutSecrets } from "#server/bff/core/log/log.ts";

const secretNames = ["authorization", "cookie", "password", "secret", "token", "access_token", "keyID", "sessionID"];

/** Entries of any shape. In each entry, every secret name has the canary value, directly or inside another value. */
const canary = "canary-value";
const { entry } = fc.letrec<{ entry: object; value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.string(), fc.integer(), fc.constant(null), tie("entry"), fc.array(tie("value"))),
  entry: fc
    .tuple(
      fc.dictionary(fc.constantFrom("method", "path", "status", "a", "b"), tie("value"), { maxKeys: 3 }),
      fc.uniqueArray(fc.constantFrom(...secretNames), { maxLength: 2 }),
      fc.boolean(),
    )
    .map(([members, secrets, nests]) => ({
      ...members,
      ...Object.fromEntries(secrets.map((name) => [name, nests ? { within: [canary] } : canary])),
    })),
}));

function linesOf(given: object): string {
  let written = "";
  createLog("info", { write: (line: string) => (written += line) }).info(given, "request");
  return written;
}

describe("secrets in the log", () => {
  test("no value under a secret name is logged, at any level, and all other values are", () => {
    fc.assert(
      fc.property(entry, (given) => {
        const line = linesOf(given);
        expect(line).not.toContain(canary);
        const kept = JSON.parse(
          JSON.stringify(given, (name, value) => (secretNames.includes(name) ? undefined : value)),
        );
        const { level: _, time: __, program: ___, msg: ____, ...written } = JSON.parse(line);
        expect(written).toEqual(kept);
      }),
    );
  });

  test("an entry without secrets is not copied", () => {
    const given = { method: "GET", path: "/api", status: 200, about: { rows: [1, 2] } };
    expect(withoutSecrets(given)).toBe(given);
  });

  test("an entry that contains itself is logged up to the maximum depth", () => {
    const given: Record<string, unknown> = { status: 200 };
    given.own = given;
    expect(linesOf(given)).toContain('"status":200');
  });
});
