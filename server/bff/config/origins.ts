import type { ConsoleEnv } from "./env.ts";

/**
 * The origins that browsers may use: the public origin, or otherwise the loopback names and HOST, each with the current
 * port.
 */
export function originsOf({ publicOrigin, host }: Pick<ConsoleEnv, "publicOrigin" | "host">, port: number): string[] {
  if (publicOrigin) return [publicOrigin];
  const own = host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
  // URL removes the default port, as browsers do.
  return [...new Set([`http://localhost:${port}`, `http://127.0.0.1:${port}`, own].map((url) => new URL(url).origin))];
}

/** True if browsers use https. `__Host-` cookies and HSTS work only with https. */
export function isSecure({ publicOrigin }: Pick<ConsoleEnv, "publicOrigin">): boolean {
  return publicOrigin?.startsWith("https://") ?? false;
}
