/** Words that mark a value as secret if they occur anywhere in its name. */
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

/** Pairs of words that mark a value as secret. Each word alone is harmless. */
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

/** Names that are written as one word: `accesstoken`, `apikeys`. `secretary` has none of these endings. */
const gluedEnd =
  /(?:password|passwd|passphrase|passcode|secret|token|credential|(?:api|access|private|signing|encryption|master|session)key)s?$/;

/**
 * One word of a name. Examples of words are an acronym before another word, a word with or without a capital, and
 * capitals alone.
 */
const wordPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+/gu;

/**
 * The maximum length of a name that is read as a whole. No usual name is longer. Of a longer name only the start and
 * the end are read.
 */
const maxReadLength = 200;

/** The words of a name, split at case, digits and signs, in lower case: `sipPIN2-old` has `sip`, `pin` and `old`. */
function wordsOf(name: string): string[] {
  const read =
    name.length <= 2 * maxReadLength ? name : `${name.slice(0, maxReadLength)} ${name.slice(-maxReadLength)}`;
  return (read.normalize("NFKC").match(wordPattern) ?? []).map((word) => word.toLowerCase());
}

/** A quick check that is enough for most names: a plain name without any of these parts cannot be secret. */
const maybeSecret = /pass|pwd|secret|token|cred|jwt|bearer|auth|cookie|pin|puk|otp|cv[cv]|key|code|kennwort|[^ -~]/i;

/** True if one of the words of a name marks its value as secret. */
export function isSecretName(name: string): boolean {
  if (!maybeSecret.test(name)) return false;
  const words = wordsOf(name);
  return words.some(
    (word, index) =>
      secretWords.has(word) || gluedEnd.test(word) || secretPairs.has(`${words[index - 1] ?? ""} ${word}`),
  );
}
