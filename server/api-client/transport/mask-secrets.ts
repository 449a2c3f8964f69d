const mask = "[hidden]";

/** Shorter texts are no secrets, and masking them would eat the message. */
const shortestSecret = 6;

/** What looks like a JWT or a Bearer header, whoever it belongs to. */
const tokenLike = /\beyJ[\w-]{5,}\.[\w-]*\.?[\w-]*|\b(bearer)\s+[\w~+/.=-]{8,}/gi;

function spellings(secret: string): string[] {
  const html = secret.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  const base64 = Buffer.from(secret).toString("base64");
  return [...new Set([secret, encodeURIComponent(secret), html, base64, base64.replace(/=+$/, "")])];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * Takes each of `secrets` out of a text, in any letter case, as it is or written for a URL, for
 * HTML or in base64, and whatever else looks like a token.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(spellings);
  const longestFirst = known.sort((a, b) => b.length - a.length).map(escaped);
  const without = known.length === 0 ? text : text.replace(new RegExp(longestFirst.join("|"), "gi"), mask);
  return without.replace(tokenLike, (_, scheme: string | undefined) => (scheme ? `${scheme} ${mask}` : mask));
}
