import { commonPasswordList } from "./common-password-list.ts";

const list: ReadonlySet<string> = new Set(commonPasswordList.trim().split(/\s+/));

/** Characters that people type in place of letters. */
const lettersFor: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};

/**
 * True if the password is common. Letter case, blanks and signs are ignored. Characters that replace letters count as
 * these letters.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize("NFKC").toLowerCase();
  // Digits at the end are a number. Digits before that may replace letters.
  let end = lower.length;
  while (end > 0 && /[\d\s]/.test(lower[end - 1] ?? "")) end -= 1;
  const [word, number] = [lower.slice(0, end), lower.slice(end)];
  const spelt = [...word].map((character) => lettersFor[character] ?? character).join("");
  return [lower, spelt + number].some((text) => isListed(withoutSigns(text)));
}

/** True if the text is on the list. Also true if the text without one to four digits at its end is on the list. */
function isListed(text: string): boolean {
  return list.has(text) || list.has(text.replace(/\d{1,4}$/, ""));
}

function withoutSigns(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, "");
}
