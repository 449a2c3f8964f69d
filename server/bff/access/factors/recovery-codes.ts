import { createHash } from "node:crypto";
import { Secret } from "otpauth";
import { recoveryCodeCount } from "#lib/contract/values/access/factor-limits.ts";

/** The length of a recovery code in bytes. With 80 bits, nobody can find the code for a hash by trying all codes. */
const codeBytes = 10;

const codeSpelling = /^[A-Z2-7]{16}$/;

/** Creates recovery codes. Also returns their hashes, which are stored. */
export function makeRecoveryCodes(staffID: string): { codes: string[]; hashes: string[] } {
  const plain = Array.from({ length: recoveryCodeCount }, () => new Secret({ size: codeBytes }).base32);
  return {
    codes: plain.map((code) => code.replace(/(.{4})(?=.)/g, "$1-")),
    hashes: plain.map((code) => hashOf(staffID, code)),
  };
}

/**
 * The hash for finding a recovery code in the store. The code must have no hyphens. Null if the text is not a recovery
 * code.
 */
export function recoveryCodeHash(staffID: string, code: string): string | null {
  return codeSpelling.test(code) ? hashOf(staffID, code) : null;
}

const hashOf = (staffID: string, code: string) => createHash("sha256").update(`${staffID}\n${code}`).digest("hex");
