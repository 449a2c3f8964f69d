import { createHash, randomBytes } from "node:crypto";
import type { NewLink } from "#server/bff/store/people.ts";

/** How long a one-time link is valid, in milliseconds. */
export const linkMs = 72 * 60 * 60_000;

const tokenSpelling = /^[\w-]{43}$/;

/** The hash for finding a token in the store. Null if the text does not have the form of a token. */
export function tokenHashOf(token: string): string | null {
  return tokenSpelling.test(token) ? createHash("sha256").update(token).digest("hex") : null;
}

/** Creates a token for a one-time link. Also returns the hash and the expiry, which are stored. */
export function createLink(nowMs: number): { token: string; link: NewLink } {
  const token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(token).digest("hex");
  return { token, link: { tokenHash, createdAt: nowMs, expiresAt: nowMs + linkMs } };
}
