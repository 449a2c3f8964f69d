import { createHash, randomBytes } from "node:crypto";
import { keyPrefix } from "#lib/contract/access/clients.ts";

const pattern = new RegExp(`^${keyPrefix}[\\w-]{43}$`);

/** The number of last characters of a key that are stored, so that people can tell their keys apart. */
const keptEnd = 4;

const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");

/** Creates a key of 256 random bits. Also returns its hash and its last characters, which are stored. */
export function createClientKey(): { key: string; keyHash: string; keyEnd: string } {
  const key = `${keyPrefix}${randomBytes(32).toString("base64url")}`;
  return { key, keyHash: hashOf(key), keyEnd: key.slice(-keptEnd) };
}

/** The hash for finding a key in the store. Null if the text is not a key. */
export function keyHashOf(key: string): string | null {
  return pattern.test(key) ? hashOf(key) : null;
}

/** The Bearer token of a request (RFC 6750). Null if the request has none. */
export function bearerToken(authorization: string | null): string | null {
  return /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? null;
}
