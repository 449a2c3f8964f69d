import type { Credentials } from "./mint-token.ts";

/** The number of rotated pairs whose secrets are still removed from the API's texts. */
const maxPairs = 4;

/** Remembers each returned pair, so that a rotated secret is still hidden in a late answer. */
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
