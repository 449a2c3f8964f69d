import { readFileSync } from "node:fs";
import type { Environment } from "#lib/contract/environment.ts";
import type { Credentials, UpstreamEnv } from "./env.ts";
import { keyPartSchema } from "./env-schema.ts";

/**
 * Creates a function that returns the key pair of an environment. A pair from files is read again each time. The API
 * client calls the function before it requests a token, so a rotated key works without a restart. An unreadable file,
 * an invalid key or the key of the other environment (specification, section 1, rule 1) is ignored. The earlier pair
 * then stays in use.
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
    const currentPair = pairs.get(environment);
    if (currentPair === undefined) throw new TypeError(`There is no key pair of ${environment}.`);
    const files = upstream.credentialFiles?.[environment] ?? {};
    const pair = { keyID: read(files.keyID) ?? currentPair.keyID, secret: read(files.secret) ?? currentPair.secret };
    const isOfOtherEnvironment = [...pairs].some(([other, { keyID }]) => other !== environment && keyID === pair.keyID);
    if (isOfOtherEnvironment) return currentPair;
    pairs.set(environment, pair);
    return pair;
  };
}
