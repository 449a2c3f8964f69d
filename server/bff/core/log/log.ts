import { type DestinationStream, type Logger, pino } from "pino";
import { keyPrefix } from "#lib/contract/access/clients.ts";

export type { Logger } from "pino";

/** Names whose values might be secret or personal. The log never contains values with these names. */
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

/** The maximum nesting of a logged entry. No entry of the console is nested this deeply. */
const maxLevels = 8;

/**
 * Removes the values of secret names from an entry, on every level. An entry without secrets is returned unchanged,
 * which is the usual case. Most entries have one level, so only their names need to be compared.
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
 * The maximum time for which lines are collected before they are written, in milliseconds, and the maximum number of
 * collected characters. Writing each line separately would be much slower.
 */
const gatherMs = 10;
const maxGathered = 64 * 1024;

/**
 * Standard output that collects several lines and writes them at once. When the process exits, all collected lines are
 * written.
 */
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

/** The output is shared by all logs of the process. */
let standardOutput: DestinationStream | undefined;

function outputOfProcess(): DestinationStream {
  standardOutput ??= gatheredOutput();
  return standardOutput;
}

/**
 * Creates the console's log. Each entry is one line of JSON, so a newline in a value cannot start a new entry. An entry
 * contains data of people or of the API only if the caller passes it explicitly.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { program: "console" },
    formatters: { log: (entry: object) => withoutSecrets(entry) as Record<string, unknown> },
  };
  return pino(options, destination ?? outputOfProcess());
}

/** The key of an API client, if a person has put it into an address. No other text has this form. */
const keySpelling = new RegExp(`${keyPrefix}[\\w-]{10,}`, "gi");

/**
 * A path for a log line. The query, the tokens of one-time links and the keys of API clients are removed. A long path
 * is shortened.
 */
export function pathForLog(path: string): string {
  const plain = (path.split("?", 1)[0] ?? "").replace(keySpelling, `${keyPrefix}…`).slice(0, 300);
  return plain.replace(/^((?:\/api)?\/invitations\/).+/i, "$1…");
}
