import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger } from "pino";

/** Names under which a secret could reach a log line by mistake; their values are never written. */
const secretNames = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "secret",
  "token",
  "access_token",
  "keyID",
  "email",
  "sessionID",
];

/**
 * The console's log: one line of JSON an entry, so that a newline in a value stays inside its
 * string. Nothing that a person or the API sent belongs in an entry but what the caller names.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { program: "console" },
    redact: { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), remove: true },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A path for a log line: no query, no end. */
export function pathForLog(path: string): string {
  return (path.split("?", 1)[0] ?? "").slice(0, 300);
}
