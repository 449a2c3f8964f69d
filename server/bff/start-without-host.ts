import { join } from "node:path";
import { oldNodeWarning, readBuildInfo } from "#server/bff/config/build-info.ts";
import { type ConsoleEnv, parseEnv } from "#server/bff/config/env.ts";
import { isSecure } from "#server/bff/config/origins.ts";
import { formatStartError, StartError } from "#server/bff/config/start-error.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { logConsole } from "#server/bff/http/listener/log-console.ts";
import { unknownVariables } from "./config/unknown-variables.ts";
import { createBff } from "./create-bff.ts";
import { drainMs } from "./drain-time.ts";
import { createGuideFiles } from "./http/guide-files.ts";
import { createClientAddress } from "./http/listener/client-address.ts";
import { checkNextRequest } from "./http/listener/next-server-checks.ts";
import { loadMetrics } from "./metrics/load-metrics.ts";
import { announceBff, isBffAnnounced, shareBff, shareGuide } from "./shared-bff.ts";
import { loadTracing } from "./tracing/load-tracing.ts";

/**
 * Creates the BFF if there is no host, so that plain `next start` works (docs/decisions/0001-one-bff.md). If a host has
 * announced its own BFF, this function does nothing.
 */
export async function startWithoutHost(): Promise<void> {
  if (isBffAnnounced()) return;
  announceBff();
  shareGuide(createGuideFiles(join(process.cwd(), ".next", "guide")));
  try {
    const env = parseEnv(process.env);
    const publicOrigin = originWithoutHost(env, process.env.NODE_ENV);
    const log = createLog(env.logLevel);
    logConsole(log);
    const metrics = await loadMetrics(env, process.cwd());
    const tracing = await loadTracing(env, process.cwd());
    checkNextRequest({
      log,
      secure: isSecure(env),
      origins: () => [publicOrigin],
      clientAddress: createClientAddress(env.trustedProxies),
      securityContacts: env.securityContacts,
      metrics,
      tracing,
    });
    for (const sentence of unknownVariables(process.env)) log.warn(sentence);
    const bff = await createBff(env, { log, metrics, tracing });
    const oldNode = oldNodeWarning(readBuildInfo(process.cwd()));
    if (oldNode !== null) log.warn(oldNode);
    // Next waits for open responses before it ends the process. Without this drain, Next would wait for ever for an
    // open stream.
    const drain = () => {
      bff.drain();
      setTimeout(bff.cutStreams, drainMs).unref();
    };
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, drain);
    shareBff(bff);
  } catch (error) {
    // Exits here, because an error would not stop Next. Next would continue with pages that cannot work.
    process.stderr.write(`${formatStartError(error)}\n`);
    process.exit(1);
  }
}

/**
 * The public origin of a console without a host. Throws StartError in development and in demo mode, because only the
 * host can limit Next to this machine.
 */
export function originWithoutHost(
  { upstream, publicOrigin }: Pick<ConsoleEnv, "upstream" | "publicOrigin">,
  nodeEnv: string | undefined,
): string {
  if (nodeEnv !== "production") throw new StartError("Development needs Switchboard's own server: run npm run dev.");
  if (!upstream) {
    throw new StartError("Demo mode needs Switchboard's own server: run npm start, or set PROVISIONING_BASE_URL.");
  }
  if (publicOrigin === undefined) throw new StartError("PUBLIC_ORIGIN must be set for next start: or run npm start.");
  return publicOrigin;
}
