import type { Credentials } from "./mint-token.ts";

/** The number of newest key pairs, including the current pair, that are removed from texts of the API. */
const maxPairs = 4;

/**
 * Remembers the last key pairs, so that they can be removed from texts. Otherwise a late answer could reveal the secret
 * of an earlier pair.
 */
export function createSecretHistory(source: () => Credentials): {
  credentials: () => Credentials;
  secrets: () => readonly string[];
} {
  let pairs: Credentials[] = [];
  let secrets: readonly string[] = [];
  return {
    credentials: () => {
      const { keyID, secret } = source();
      if (!pairs.some((pair) => pair.keyID === keyID && pair.secret === secret)) {
        pairs = [{ keyID, secret }, ...pairs].slice(0, maxPairs);
        secrets = pairs.flatMap((pair) => [pair.keyID, pair.secret]);
      }
      return { keyID, secret };
    },
    secrets: () => secrets,
  };
}
