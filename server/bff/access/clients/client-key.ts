import { createHash, randomBytes } from "node:crypto";
import { keyPrefix } from "#lib/contract/access/clients.ts";

const pattern = new RegExp(`^${keyPrefix}[\\w-]{43}$`);

/** How many characters at the end of a key are kept to tell it apart. */
const keptEnd = 4;

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** A new key of 256 random bits, and what is kept of it. */
export function createClientKey(): { key: string; keyHash: string; keyEnd: string } {
  const key = `${keyPrefix}${randomBytes(32).toString("base64url")}`;
  return { key, keyHash: hashOf(key), keyEnd: key.slice(-keptEnd) };
}

/** The hash that the store knows a key by; null for what can be none. */
export function keyHashOf(key: string): string | null {
  return pattern.test(key) ? hashOf(key) : null;
}

/** What a request sends as a Bearer token (RFC 6750); null where it sends none. */
export function bearerToken(authorization: string | null): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}
