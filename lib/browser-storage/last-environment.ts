import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";

const cookieName = "environment";

const yearSeconds = 31_536_000;

/**
 * The last environment used in this browser, if the person may see it; otherwise the first permitted environment.
 * Undefined if the person may see no environment. The value is only used for links. Requests always name their
 * environment in the URL.
 */
export function readLastEnvironment(
  cookie: (name: string) => string | undefined,
  permitted: readonly Environment[],
): Environment | undefined {
  const last = environments.find((environment) => environment === cookie(cookieName));
  return last !== undefined && permitted.includes(last) ? last : permitted[0];
}

/** The text for `document.cookie` that remembers an environment for a year. */
export function lastEnvironmentCookie(environment: Environment): string {
  return `${cookieName}=${environment}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
