import type { ConsoleEnv } from "./env.ts";
import { isLoopback, isLoopbackUrl } from "./loopback.ts";
import { StartError } from "./start-error.ts";

/** The flag that `npm run dev` gives to `server/main.ts`. */
const developmentFlag = "--development";

/**
 * Whether pages come from Next's development server, which tells every client about the
 * process. Only the flag decides: a forgotten NODE_ENV must not.
 */
export function isDevelopment(argv: readonly string[]): boolean {
  return argv.includes(developmentFlag);
}

/** Throws StartError where development would be reachable from elsewhere. */
export function assertDevelopmentStaysLocal({ host, publicOrigin }: Pick<ConsoleEnv, "host" | "publicOrigin">): void {
  if (isLoopback(host) && (publicOrigin === undefined || isLoopbackUrl(publicOrigin))) return;
  throw new StartError(
    "Development works only on this machine: remove HOST and PUBLIC_ORIGIN or set them to loopback, or run npm start.",
  );
}
