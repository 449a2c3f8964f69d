import type { Credentials } from "./mint-token.ts";

/** Pairs whose secrets are still taken out of what the API says after they were rotated away. */
const maxPairs = 4;

/** Remembers each pair that was given out, so that a rotated secret is still hidden in a late answer. */
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
