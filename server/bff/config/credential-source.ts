import { readFileSync } from "node:fs";
import type { Environment } from "#lib/contract/environment.ts";
import type { Credentials, UpstreamEnv } from "./env.ts";
import { keyPartSchema } from "./env-schema.ts";

/**
 * Gives each environment's key pair, read again from its files where it has some: the client asks
 * before each new token, so a rotated key holds without a restart. What cannot be read, is no key or
 * is the other environment's key (specification, section 1, rule 1) is ignored, and the pair that
 * was there goes on.
 */
export function createCredentialSource(
  upstream: UpstreamEnv,
  readFile: (path: string) => string = (path) => readFileSync(path, "utf8"),
): (environment: Environment) => Credentials {
  const pairs = new Map<Environment, Credentials>();
  for (const [environment, pair] of Object.entries(upstream.credentials)) pairs.set(environment as Environment, pair);

  function read(path: string | undefined): string | undefined {
    if (path === undefined) return undefined;
    try {
      return keyPartSchema.safeParse(readFile(path).replace(/\r?\n$/, "")).data;
    } catch {
      return undefined;
    }
  }

  return (environment) => {
    const known = pairs.get(environment);
    if (known === undefined) throw new TypeError(`There is no key pair of ${environment}.`);
    const files = upstream.credentialFiles?.[environment] ?? {};
    const pair = { keyID: read(files.keyID) ?? known.keyID, secret: read(files.secret) ?? known.secret };
    const isAnothers = [...pairs].some(([other, { keyID }]) => other !== environment && keyID === pair.keyID);
    if (isAnothers) return known;
    pairs.set(environment, pair);
    return pair;
  };
}
