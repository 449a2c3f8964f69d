import { describe, expect, test } from "vitest";
import { makeRecoveryCodes, recoveryCodeHash } from "#server/bff/access/factors/recovery-codes.ts";
import { createSecretSeal } from "#server/bff/access/factors/secret-seal.ts";
import { acceptedStep, newTotpSecret, totpStart } from "#server/bff/access/factors/totp-code.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";

const secret = newTotpSecret();
const nowMs = Date.parse("2026-11-20T12:00:10Z");
const step = Math.floor(nowMs / 30_000);
const accepted = (stepsOff: number, lastStep: number | null = null) =>
  acceptedStep({ secret, code: codeAt(secret, nowMs + stepsOff * 30_000), lastStep, nowMs });

describe("a code of an authenticator app", () => {
  test.each([
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ])("the code of the step %i away is accepted as time step %s", (stepsOff, expected) => {
    expect(accepted(stepsOff)).toBe(expected);
  });

  test("a code of a used step, or of an earlier one, is not accepted", () => {
    expect([accepted(-1, step), accepted(0, step), accepted(1, step)]).toEqual([null, null, step + 1]);
  });

  test("the codes agree with RFC 6238, whose secret is the ASCII text 12345678901234567890", () => {
    const known = { secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", lastStep: null };
    expect(acceptedStep({ ...known, code: "287082", nowMs: 59_000 })).toBe(1);
    expect(acceptedStep({ ...known, code: "081804", nowMs: 1_111_111_109_000 })).toBe(37_037_036);
  });
});

test("the QR code has a quiet zone of four squares and a path of whole squares", () => {
  const { qr } = totpStart(secret, "ada@test.example");
  const starts = [...qr.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)];
  expect(starts.map(([all]) => all).join("")).toBe(qr.path);
  for (const [, x, y, length] of starts) {
    for (const value of [Number(x), Number(y)]) expect(value).toBeGreaterThanOrEqual(4);
    expect(Math.max(Number(x) + Number(length), Number(y) + 1)).toBeLessThanOrEqual(qr.size - 4);
  }
});

test("recovery codes are stored as hashes of the person and the code", () => {
  const { codes, hashes } = makeRecoveryCodes("ada");
  const [first = ""] = codes;
  expect(first).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  const plain = first.replaceAll("-", "");
  expect(recoveryCodeHash("ada", plain)).toBe(hashes[0]);
  expect(recoveryCodeHash("ben", plain)).not.toBe(hashes[0]);
  expect(recoveryCodeHash("ada", "123456")).toBeNull();
  expect(hashes.join("")).not.toContain(plain);
});

test("a sealed secret opens only for its own person, with any secret that the console has", async () => {
  const [first, second] = ["the first secret, long enough for it", "another secret, long enough for it"];
  const sealed = await createSecretSeal({ secrets: [first] }).seal("ada", secret);
  expect(sealed).not.toContain(secret);
  expect(await createSecretSeal({ secrets: [first] }).unseal("ada", sealed)).toEqual({ secret, isCurrent: true });
  expect(await createSecretSeal({ secrets: [second, first] }).unseal("ada", sealed)).toEqual({
    secret,
    isCurrent: false,
  });
  expect(await createSecretSeal({ secrets: [first] }).unseal("ben", sealed)).toBeNull();
  expect(await createSecretSeal({ secrets: [second] }).unseal("ada", sealed)).toBeNull();
});
