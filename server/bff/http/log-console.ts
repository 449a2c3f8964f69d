import { stripVTControlCharacters } from "node:util";
import type { Logger } from "#server/bff/core/log.ts";
import { pageRequestID } from "#server/bff/core/page-request.ts";
import { describeError } from "#server/bff/core/report-error.ts";

const longestText = 1_000;

/**
 * Sends errors and warnings of the console through the log. Next writes there by itself, over many
 * lines and with whatever hangs on an error: here each is one line, described by what we chose, with
 * the request's ID and the reference (`digest`) that the error page shows.
 */
export function logConsole(log: Logger, console: Pick<Console, "error" | "warn"> = globalThis.console): void {
  /** Next reports some errors at two places on their way. */
  const told = new WeakSet<Error>();
  console.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    if (error && told.has(error)) return;
    if (error) told.add(error);
    log.error(entryOf(parts), "the console reports an error");
  };
  console.warn = (...parts: unknown[]) => log.warn(entryOf(parts), "the console warns");
}

function entryOf(parts: readonly unknown[]): Record<string, unknown> {
  const error = parts.find((part) => part instanceof Error);
  // Not the marks that Next puts before its lines.
  const text = parts.filter((part) => typeof part === "string" && /\p{L}/u.test(part)).join(" ");
  const requestID = pageRequestID();
  const digest = error && "digest" in error ? String(error.digest) : undefined;
  return {
    ...(requestID ? { requestID } : {}),
    ...(digest && digest !== requestID ? { digest } : {}),
    ...(text ? { text: stripVTControlCharacters(text).trim().slice(0, longestText) } : {}),
    ...(error ? { error: describeError(error) } : {}),
  };
}
