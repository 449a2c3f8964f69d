const mask = "[hidden]";

/** The minimum length of a masked text. Shorter texts are not secrets, and masking them would damage the message. */
const minSecretLength = 6;

/** The characters of a token, matched greedily so that no part of a text is read twice. */
const wordLike = /[\w.-]+/g;
const jwtBegin = /\beyJ[\w-]{5}/i;
const bearer = /\b(bearer)\s+[\w~+/.=-]{8,}/gi;

/** Removes every part of a word that looks like a JWT. */
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
 * Removes each of `secrets` from a text, in any letter case. Secrets that are encoded for a URL, for HTML or in base64
 * are removed too, and so is everything else that looks like a token.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret.length >= minSecretLength).flatMap(spellings);
  const maxFirst = known.sort((a, b) => b.length - a.length).map(escaped);
  const without = known.length === 0 ? text : text.replace(new RegExp(maxFirst.join("|"), "gi"), mask);
  return without.replace(wordLike, withoutJwt).replace(bearer, (_, scheme: string) => `${scheme} ${mask}`);
}
