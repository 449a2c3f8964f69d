import { type DestinationStream, type Logger, pino } from "pino";
import { keyPrefix } from "#lib/contract/access/clients.ts";

export type { Logger } from "pino";

/** Names under which a secret could reach a log line by mistake. Their values are never written. */
const secretNames: ReadonlySet<string> = new Set([
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
]);

/** The maximum number of levels that are written. No entry of the console has this many levels. */
const maxLevels = 8;

/**
 * Removes the values of secret names from an entry, at any level. An entry without secrets, the usual case, is returned
 * unchanged. Most entries are flat, so only their names are compared.
 */
export function withoutSecrets(entry: object, levels = maxLevels): object {
  if (levels === 0) return {};
  let clean: Record<string, unknown> | undefined;
  for (const name of Object.keys(entry)) {
    const value = (entry as Record<string, unknown>)[name];
    if (secretNames.has(name)) {
      clean ??= { ...entry };
      delete clean[name];
    } else if (typeof value === "object" && value !== null) {
      const cleanValue = withoutSecrets(value, levels - 1);
      if (cleanValue === value) continue;
      clean ??= { ...entry };
      clean[name] = cleanValue;
    }
  }
  if (clean === undefined) return entry;
  return Array.isArray(entry) ? Object.values(clean) : clean;
}

/**
 * The maximum time that a line may wait for other lines, in milliseconds, and the maximum number of characters that may
 * wait. Writing each line separately would cost far more.
 */
const gatherMs = 10;
const maxGathered = 64 * 1024;

/** Standard output that writes several lines at a time. When the process exits, the waiting lines are written. */
function gatheredOutput(): DestinationStream {
  const output = pino.destination();
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    output.write(lines);
    lines = "";
  };
  process.on("exit", () => {
    if (lines === "") return;
    write();
    output.flushSync();
  });
  return {
    write(line) {
      lines += line;
      if (lines.length > maxGathered) write();
      else timer ??= setTimeout(write, gatherMs);
    },
  };
}

/** One output for the whole process, even if there are several logs. */
let standardOutput: DestinationStream | undefined;

function outputOfProcess(): DestinationStream {
  standardOutput ??= gatheredOutput();
  return standardOutput;
}

/**
 * Creates the console's log. Each entry is one line of JSON, so a newline in a value cannot start a new entry. Data
 * from a person or from the API appears in an entry only if the caller names it.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { program: "console" },
    formatters: { log: (entry: object) => withoutSecrets(entry) as Record<string, unknown> },
  };
  return pino(options, destination ?? outputOfProcess());
}

/** A key of an API client that a person has put into an address. No other text has this form. */
const keySpelling = new RegExp(`${keyPrefix}[\\w-]{10,}`, "gi");

/**
 * A path for a log line. The query, tokens of one-time links and keys of API clients are removed, and the length is
 * limited.
 */
export function pathForLog(path: string): string {
  const plain = (path.split("?", 1)[0] ?? "").replace(keySpelling, `${keyPrefix}…`).slice(0, 300);
  return plain.replace(/^((?:\/api)?\/invitations\/).+/i, "$1…");
}
