import type { ConsoleEnv } from "./env.ts";

/** The addresses that browsers may use: the public one, or loopback by its names at the port in use. */
export function originsOf({ publicOrigin, host }: Pick<ConsoleEnv, "publicOrigin" | "host">, port: number): string[] {
  if (publicOrigin) return [publicOrigin];
  const own = host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
  // URL drops the default port as browsers do.
  return [...new Set([`http://localhost:${port}`, `http://127.0.0.1:${port}`, own].map((url) => new URL(url).origin))];
}

/** Only a browser on https takes a `__Host-` cookie and keeps to HSTS. */
export function isSecure({ publicOrigin }: Pick<ConsoleEnv, "publicOrigin">): boolean {
  return publicOrigin?.startsWith("https://") ?? false;
}
