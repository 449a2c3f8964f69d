/** The minimum number of different characters in a password or a secret. */
const minDifferentCharacters = 6;

/** Characters that are next to each other on the keyboard, in the alphabet or in counting. */
const sequences = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1q2w3e4r5t6z7u8i9o0p",
];

/** The most common words in leaked passwords, and words from the texts of this product. */
const commonWords = new Set(
  (
    "password passwort passw0rd p@ssword p@ssw0rd admin administrator root secret topsecret changeme changeit change " +
    "letmein welcome welcometo login signin iloveyou monkey dragon sunshine princess football baseball superman batman " +
    "trustno1 master mustang shadow michael jennifer jordan hunter killer default guest test testing tester demo " +
    "example sample switchboard console partner telephony provisioning company customer user username qwerty qwertz " +
    "azerty asdf zxcv abc google facebook internet computer whatever freedom starwars pokemon hello goodbye thankyou " +
    "correcthorsebatterystaple mypassword mysecret sessionsecret yoursecret yourpassword"
  ).split(" "),
);

/** True if the text consists of one repeated piece. The last repetition may be incomplete. */
function isRepetition(text: string): boolean {
  for (let length = 1; length <= text.length / 2; length += 1) {
    const piece = text.slice(0, length);
    if (piece.repeat(Math.ceil(text.length / length)).startsWith(text)) return true;
  }
  return false;
}

/** Removes four or more neighbouring characters of a sequence. The sequence may run forwards or backwards. */
function withoutSequences(text: string): string {
  let rest = text;
  for (const sequence of sequences) {
    for (const row of [sequence.repeat(2), [...sequence.repeat(2)].reverse().join("")]) {
      for (let at = 0; at < rest.length; at += 1) {
        let length = 0;
        while (at + length < rest.length && row.includes(rest.slice(at, at + length + 1))) length += 1;
        if (length >= 4) rest = rest.slice(0, at) + rest.slice(at + length);
      }
    }
  }
  return rest;
}

/**
 * Why a password or a secret is too easy to guess. The text completes the sentence "it must not …". Undefined if no
 * reason was found. Checks for repetition, few different characters, sequences on the keyboard or in counting, and
 * common words with digits and signs around them. The length is checked elsewhere.
 */
export function secretWeakness(secret: string): string | undefined {
  const text = secret.toLowerCase();
  if (new Set(text).size < minDifferentCharacters) {
    return `hold fewer than ${minDifferentCharacters} different characters`;
  }
  if (isRepetition(text)) return "repeat one piece over and over";
  const letters = text.replace(/[^\p{L}@]/gu, "");
  if (commonWords.has(text) || commonWords.has(letters)) return "be a common password with digits or signs around it";
  if (withoutSequences(text).length < minDifferentCharacters)
    return "be a sequence of the keyboard, the alphabet or numbers";
  return undefined;
}
