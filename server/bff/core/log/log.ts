import { type DestinationStream, type Logger, pino } from "pino";
import { keyPrefix } from "#lib/contract/access/clients.ts";

export type { Logger } from "pino";

/** Names under which a secret could reach a log line by mistake; their values are never written. */
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

/** Below this depth nothing is written at all: no entry of the console's has so many levels. */
const maxLevels = 8;

/**
 * An entry without the values of secret names, at any level. Most have none and are given back as they are; an
 * entry is flat, so that this is a look at its names.
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

/** How long a line may wait for others, in milliseconds, and how many characters may: a write each costs far more. */
const gatherMs = 10;
const maxGathered = 64 * 1024;

/** Standard output, to which lines are written together; the last ones when the process exits. */
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

/** One for the whole process, whatever number of logs it has. */
let standardOutput: DestinationStream | undefined;

function outputOfProcess(): DestinationStream {
  standardOutput ??= gatheredOutput();
  return standardOutput;
}

/**
 * The console's log: one line of JSON an entry, so that a newline in a value stays inside its
 * string. Nothing that a person or the API sent belongs in an entry but what the caller names.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { program: "console" },
    formatters: { log: (entry: object) => withoutSecrets(entry) as Record<string, unknown> },
  };
  return pino(options, destination ?? outputOfProcess());
}

/** A key of an API client that somebody has put into an address; no other text is written like this. */
const keySpelling = new RegExp(`${keyPrefix}[\\w-]{10,}`, "gi");

/** A path for a log line: no query, no end, no token of a one-time link and no key of an API client. */
export function pathForLog(path: string): string {
  const plain = (path.split("?", 1)[0] ?? "").replace(keySpelling, `${keyPrefix}…`).slice(0, 300);
  return plain.replace(/^((?:\/api)?\/invitations\/).+/i, "$1…");
}
