import { createHash } from "node:crypto";
import { Secret } from "otpauth";
import { recoveryCodeCount } from "#lib/contract/values/access/factor-limits.ts";

/** 80 bits: too many to find one by its hash. */
const codeBytes = 10;

const codeSpelling = /^[A-Z2-7]{16}$/;

/** New recovery codes, as they are shown, and what the store keeps of them. */
export function makeRecoveryCodes(staffID: string): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: codeBytes }).base32);
  return {
    codes: plain.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")),
    hashes: plain.map((code) => hashOf(staffID, code)),
  };
}

/** How the store knows a recovery code, given without hyphens; null for what is none. */
export function recoveryCodeHash(staffID: string, code: string): string | null {
  return codeSpelling.test(code) ? hashOf(staffID, code) : null;
}

const hashOf = (staffID: string, code: string) => createHash("sha256").update(`${staffID}\n${code}`).digest("hex");
