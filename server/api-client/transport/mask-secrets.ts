const mask = "[hidden]";

/** The minimum length of a text to mask. Secrets are longer, and masking short texts would make messages unreadable. */
const minSecretLength = 6;

/** Matches the characters of a token. Greedy matching ensures that no part of a text is scanned twice. */
const wordLike = /[\w.-]+/g;
const jwtBegin = /\beyJ[\w-]{5}/i;
const bearer = /\b(bearer)\s+[\w~+/.=-]{8,}/gi;

/** Removes the part of a word that looks like a JWT. */
function withoutJwt(word: string): string {
  const at = word.search(jwtBegin);
  return at >= 0 && word.includes(".", at) ? word.slice(0, at) + mask : word;
}

function spellings(secret: string): string[] {
  const html = secret.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
  const base64 = Buffer.from(secret).toString("base64");
  return [...new Set([secret, encodeURIComponent(secret), html, base64, base64.replace(/={1,2}$/, "")])];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * Removes each of `secrets` from a text, in upper or lower case. Also removes secrets that are encoded for a URL, for
 * HTML or in base64, and everything else that looks like a token.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= minSecretLength).flatMap(spellings);
  const maxFirst = known.sort((a, b) => b.length - a.length).map(escaped);
  const without = known.length === 0 ? text : text.replace(new RegExp(maxFirst.join("|"), "gi"), mask);
  return without.replace(wordLike, withoutJwt).replace(bearer, (_, scheme: string) => `${scheme} ${mask}`);
}
