import type { ConsoleEnv } from "./env.ts";
import { isLoopback, isLoopbackUrl } from "./loopback.ts";
import { StartError } from "./start-error.ts";

/** The flag that `npm run dev` passes to `server/main.ts`. */
const developmentFlag = "--development";

/**
 * True if Next's development server serves the pages. That server reveals facts about the process to every client.
 * NODE_ENV has no influence, so that a forgotten value cannot turn the development server on.
 */
export function isDevelopment(argv: readonly string[]): boolean {
  return argv.includes(developmentFlag);
}

/** Throws StartError if the development server could be reached from another machine. */
export function assertDevelopmentStaysLocal({ host, publicOrigin }: Pick<ConsoleEnv, "host" | "publicOrigin">): void {
  if (isLoopback(host) && (publicOrigin === undefined || isLoopbackUrl(publicOrigin))) return;
  throw new StartError(
    "Development works only on this machine: remove HOST and PUBLIC_ORIGIN or set them to loopback, or run npm start.",
  );
}
