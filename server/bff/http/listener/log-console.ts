import { stripVTControlCharacters } from "node:util";
import type { Logger } from "#server/bff/core/log/log.ts";
import { describeError } from "#server/bff/core/log/report-error.ts";
import { pageRequestID } from "#server/bff/core/page-context.ts";

const maxText = 1_000;

type WritingConsole = Pick<Console, "error" | "warn" | "info" | "log" | "debug">;

/**
 * Writes to the log what the process would otherwise print: lines of the console object, warnings of Node, and uncaught
 * errors. After an uncaught error, the process ends as usual.
 */
export function logProcess(log: Logger): void {
  logConsole(log);
  // Node's own listener would print warnings as text, so it is removed.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ error: describeError(warning) }, "Node warns"));
  process.on("uncaughtException", (error) => {
    log.fatal({ error: describeError(error) }, "an error was caught nowhere: the console ends");
    process.exit(1);
  });
}

/**
 * Writes to the log everything that is printed through the console object. Next prints errors through this object, over
 * many lines and with all data that is attached to an error. In the log, each error is one line. This line contains
 * only selected members, the request ID, and the reference (`digest`) that the error page shows.
 */
export function logConsole(log: Logger, console: WritingConsole = globalThis.console): void {
  /** Errors that were already logged. Next reports some errors twice. */
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
  // Removes the symbols that Next prints at the beginning of its lines.
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
