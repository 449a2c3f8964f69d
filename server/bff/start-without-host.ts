import { isLoopback, parseEnv } from "#server/bff/config/env.ts";
import { StartError, startSentence } from "#server/bff/config/start-error.ts";
import { createLog } from "#server/bff/core/log.ts";
import { logConsole } from "#server/bff/http/log-console.ts";
import { createBff } from "./create-bff.ts";
import { mendRequests } from "./http/unreadable-requests.ts";
import { announceBff, isBffAnnounced, shareBff } from "./shared-bff.ts";

/**
 * Makes the BFF where no host did, so that plain `next start` works
 * (docs/decisions/0001-one-bff-two-doors.md). Under the host, which announces its own, nothing happens.
 */
export async function startWithoutHost(argv: readonly string[] = process.argv): Promise<void> {
  if (isBffAnnounced()) return;
  announceBff();
  mendRequests();
  try {
    const env = parseEnv(process.env);
    if (!env.upstream && !listensOnLoopback(argv)) {
      throw new StartError("Demo mode is for this machine alone: run npm start, or next start -H 127.0.0.1.");
    }
    const log = createLog(env.logLevel);
    if (process.env.NODE_ENV === "production") logConsole(log);
    const bff = await createBff(env, { log });
    // Next ends the process by itself, and waits for open answers before: a stream would have none end.
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => bff.drain());
    shareBff(bff);
  } catch (error) {
    // Thrown, Next would go on serving pages that cannot answer.
    process.stderr.write(`${startSentence(error)}\n`);
    process.exit(1);
  }
}

/** Next listens on every address unless its command line names one; HOST means nothing to it. */
export function listensOnLoopback(argv: readonly string[]): boolean {
  const at = argv.findLastIndex((word) => word === "-H" || word === "--hostname");
  const joined = argv.findLast((word) => word.startsWith("--hostname="))?.slice("--hostname=".length);
  return isLoopback(joined ?? argv[at + 1] ?? "") && (at >= 0 || joined !== undefined);
}
