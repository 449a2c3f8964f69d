/** Words that mark a value as secret. One such word in the value's name is enough. */
const secretWords: ReadonlySet<string> = new Set([
  "password",
  "passwords",
  "passwd",
  "passphrase",
  "passcode",
  "pwd",
  "passwort",
  "kennwort",
  "secret",
  "secrets",
  "token",
  "tokens",
  "credential",
  "credentials",
  "jwt",
  "bearer",
  "authorization",
  "cookie",
  "cookies",
  "pin",
  "pins",
  "puk",
  "otp",
  "totp",
  "hotp",
  "cvv",
  "cvc",
]);

/** Pairs of neighbouring words that mark a value as secret. A single word of a pair does not mark a value. */
const secretPairs: ReadonlySet<string> = new Set([
  "pass word",
  "pass phrase",
  "pass code",
  "pass wd",
  "key id",
  "key ids",
  ...[
    "api",
    "access",
    "private",
    "signing",
    "encryption",
    "master",
    "session",
    "shared",
    "auth",
    "ssh",
    "hmac",
  ].flatMap((word) => [`${word} key`, `${word} keys`]),
  ...["recovery", "backup", "verification", "security", "access", "auth", "activation", "pairing", "time"].flatMap(
    (word) => [`${word} code`, `${word} codes`],
  ),
]);

/**
 * Endings of secret names that are written as one word, such as `accesstoken` and `apikeys`. `secretary` does not
 * match.
 */
const gluedEnd =
  /(?:password|passwd|passphrase|passcode|secret|token|credential|(?:api|access|private|signing|encryption|master|session)key)s?$/;

/**
 * Matches one word of a name. A word is either a run of capitals, for example `PIN` in `sipPINCode`, or a run of other
 * letters with or without a capital before it, for example `sip` or `Code`.
 */
const wordPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+/gu;

/**
 * The maximum length of the start and of the end of a name that are checked. Usual names are much shorter. The middle
 * of a longer name is not checked.
 */
const maxReadLength = 200;

/**
 * The words of a name in lower case. The name is split at capitals, digits and signs: `sipPIN2-old` becomes `sip`,
 * `pin` and `old`.
 */
function wordsOf(name: string): string[] {
  const read =
    name.length <= 2 * maxReadLength ? name : `${name.slice(0, maxReadLength)} ${name.slice(-maxReadLength)}`;
  return (read.normalize("NFKC").match(wordPattern) ?? []).map((word) => word.toLowerCase());
}

/** A fast check that is enough for most names. If an ASCII name contains none of these parts, it cannot be secret. */
const maybeSecret = /pass|pwd|secret|token|cred|jwt|bearer|auth|cookie|pin|puk|otp|cv[cv]|key|code|kennwort|[^ -~]/i;

/** True if a word in the name marks the value as secret. */
export function isSecretName(name: string): boolean {
  if (!maybeSecret.test(name)) return false;
  const words = wordsOf(name);
  return words.some(
    (word, index) =>
      secretWords.has(word) || gluedEnd.test(word) || secretPairs.has(`${words[index - 1] ?? ""} ${word}`),
  );
}
