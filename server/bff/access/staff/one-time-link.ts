import { createHash, randomBytes } from "node:crypto";
import type { NewLink } from "#server/bff/store/people.ts";

/** How long a one-time link can be used, in milliseconds. */
export const linkMs = 72 * 60 * 60_000;

const tokenSpelling = /^[\w-]{43}$/;

/** How the store knows a token; null for what is no token of ours. */
export function tokenHashOf(token: string): string | null {
  return tokenSpelling.test(token) ? createHash("sha256").update(token).digest("hex") : null;
}

/** A new token and what the store keeps of it. */
export function createLink(nowMs: number): { token: string; link: NewLink } {
  const token = randomBytes(32).toString("base64url");
  const tokenHash = createHash("sha256").update(token).digest("hex");
  return { token, link: { tokenHash, createdAt: nowMs, expiresAt: nowMs + linkMs } };
}
