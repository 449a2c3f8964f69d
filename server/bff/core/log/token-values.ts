const hidden = "[hidden]";

/** Known prefixes of keys and tokens of well-known services, with the characters that follow. */
const markedToken =
  /\b(?:sk|pk|rk)_(?:live|test)_\w{8,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abeprs]-[\w-]{10,}|\bwhsec_[\w+/=-]{16,}|\bnpm_\w{30,}|\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\bAIza[\w-]{30,}|\bya29\.[\w-]{20,}/g;

/** A private key as text, including its end marker if there is one. */
const privateKey = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g;

const otpAddress = /\botpauth:\/\/[^\s"'<>]*/gi;
const basicLogin = /\b(basic)\s+[\w+/]{8,}={0,2}/gi;

/** The user and the password in an address: `https://user:password@host`. */
const loginInAddress = /(:\/\/)[^\s/?#"'<>@:]*:[^\s/?#"'<>@]*@/g;

/**
 * A complete sequence of the characters that opaque tokens consist of. Parts of a sequence never match, so no part of a
 * text is checked twice.
 */
const run = /[\w+=-]{32,}/g;

/** The minimum number of changes between upper case, lower case and digits in a random text. */
const minChanges = 6;

function kindOf(code: number): "lower" | "upper" | "digit" | "other" {
  if (code >= 97 && code <= 122) return "lower";
  if (code >= 65 && code <= 90) return "upper";
  return code >= 48 && code <= 57 ? "digit" : "other";
}

/** True if the characters look random. UUIDs and names with hyphens do not look random. */
function looksLikeToken(text: string): boolean {
  if (/^[0-9a-f]{40,}$/i.test(text)) return /\d/.test(text) && /[a-f]/i.test(text);
  if (/^[A-Z2-7]{32,}=*$/.test(text)) return /\d/.test(text);
  const kinds = new Set<string>();
  let changes = 0;
  let before = "other";
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindOf(text.charCodeAt(at));
    kinds.add(kind);
    // An upper-case letter followed by lower case usually begins a word, so it does not count as a change.
    const isChange =
      kind !== before && kind !== "other" && before !== "other" && !(before === "upper" && kind === "lower");
    if (isChange) changes += 1;
    before = kind;
  }
  return ["lower", "upper", "digit"].every((kind) => kinds.has(kind)) && changes >= minChanges;
}

/** Removes everything that looks like a token from a text. The name before the token does not matter. */
export function withoutTokens(text: string): string {
  return text
    .replace(privateKey, hidden)
    .replace(otpAddress, hidden)
    .replace(loginInAddress, `$1${hidden}@`)
    .replace(basicLogin, `$1 ${hidden}`)
    .replace(markedToken, hidden)
    .replace(run, (whole) => (looksLikeToken(whole) ? hidden : whole));
}
