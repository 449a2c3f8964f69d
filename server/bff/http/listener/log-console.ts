import { stripVTControlCharacters } from "node:util";
import type { Logger } from "#server/bff/core/log/log.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { pageRequestID } from "#server/bff/core/page-context.ts";

const maxText = 1_000;

type WritingConsole = Pick<Console, "error" | "warn" | "info" | "log" | "debug">;

/**
 * Sends everything that the process would print through the log: the lines of the console object, Node's warnings, and
 * an uncaught error. After an uncaught error the process ends as usual.
 */
export function logProcess(log: Logger): void {
  logConsole(log);
  // Node's own listener prints warnings as text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ error: describeError(warning) }, "Node warns"));
  process.on("uncaughtException", (error) => {
    log.fatal({ error: describeError(error) }, "an error was caught nowhere: the console ends");
    process.exit(1);
  });
}

/**
 * Sends everything that is written to the console object through the log. Next writes there, over many lines and with
 * everything that is attached to an error. In the log each entry is one line. It contains selected members, the request
 * ID, and the reference (`digest`) that the error page shows.
 */
export function logConsole(log: Logger, console: WritingConsole = globalThis.console): void {
  /** The errors that were already logged, because Next reports some errors in two places. */
  const loggedErrors = new WeakSet<Error>();
  console.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    if (error && loggedErrors.has(error)) return;
    if (error) loggedErrors.add(error);
    log.error(entryOf(parts), "the console reports an error");
  };
  console.warn = (...parts: unknown[]) => log.warn(entryOf(parts), "the console warns");
  for (const name of ["info", "log", "debug"] as const) {
    console[name] = (...parts: unknown[]) =>
      log[name === "debug" ? "debug" : "info"](entryOf(parts), "the console says");
  }
}

function entryOf(parts: readonly unknown[]): Record<string, unknown> {
  const error = parts.find((part) => part instanceof Error);
  // Leaves out the symbols that Next puts before its lines.
  const text = parts.filter((part) => typeof part === "string" && /\p{L}/u.test(part)).join(" ");
  const requestID = pageRequestID();
  const digest = error && "digest" in error ? String(error.digest) : undefined;
  return {
    ...(requestID ? { requestID } : {}),
    ...(digest && digest !== requestID ? { digest } : {}),
    ...(text ? { text: stripVTControlCharacters(text).trim().slice(0, maxText) } : {}),
    ...(error ? { error: describeError(error) } : {}),
  };
}
