import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/values/access/roles.ts";
import { environmentPrefix } from "#lib/contract/values/environments.ts";
import { StartError } from "#server/bff/config/start-error.ts";
import { createRedactor } from "#server/bff/core/log/redact.ts";
import { type CaseEntry, caseSchema, isNumbersPath } from "./case-schema.ts";

/** The maximum size of a case file. Typical case files have a few megabytes. */
const maxMegabytes = 100;
const megabyte = 1024 * 1024;

/** One recorded answer of the API. */
export interface CaseAnswer {
  /** The status of the answer. 0 if there was no answer. */
  status: number;
  text: string | undefined;
  headers: Readonly<Record<string, string>>;
  error: string | undefined;
  /** When the answer arrived, in milliseconds since 1970. */
  atMs: number;
}

export interface CaseFile {
  environment: Environment;
  version: string;
  at: string;
  view: string;
  role: Role;
  /** When the first call of the case began, in milliseconds since 1970. */
  beginMs: number;
  /** The answers to each request, in the recorded order. */
  answers: ReadonlyMap<string, readonly CaseAnswer[]>;
  /** The API's path of numbers. Undefined if the file does not show it. */
  numbersPath: string | undefined;
  /** True if the file has the content of answers. */
  hasContent: boolean;
}

const numberRoutes: ReadonlySet<string> = new Set([
  "GET /api/:environment/numbers",
  "GET /api/:environment/customers/:customerID/numbers",
]);

/**
 * True for a call that read a list of numbers. False for the calls before it with which the console found the customer.
 */
const isOfNumbers = ({ path, cause }: CaseEntry["_switchboard"]) =>
  numberRoutes.has(cause.route ?? cause.name) && path !== "/auth" && path !== "/customers" && isNumbersPath(path);

const plain = createRedactor((text) => text);

/**
 * The key of a request. As in the case file, addresses of people are redacted. Undefined for a path outside the
 * environment.
 */
export function requestKey(method: string, url: URL, environment: CaseFile["environment"]): string | undefined {
  const prefix = `${environmentPrefix[environment]}/`;
  const at = url.pathname.indexOf(prefix);
  if (at < 0) return undefined;
  const query = [...new URLSearchParams(plain.query(url.searchParams.toString()))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  let path = url.pathname.slice(at + prefix.length - 1);
  try {
    path = plain.text(decodeURIComponent(path));
  } catch {
    // A path that cannot be decoded is used unchanged.
  }
  return `${method} ${path} ${new URLSearchParams(query)}`;
}

function readJson(file: string): unknown {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new StartError(`There is no case file ${file}.`);
  if (stats.size > maxMegabytes * megabyte) {
    throw new StartError(
      `${file} is too large for a case file: it has ${Math.ceil(stats.size / megabyte)} MB, and at most ${maxMegabytes} are read.`,
    );
  }
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new StartError(`The case file ${file} cannot be read: check its permissions.`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StartError(`${file} is no JSON: its download may have been interrupted. Download it again.`, { cause });
  }
}

/** Reads a case file. Throws a StartError that describes the problem of the file. */
export function readCase(path: string): CaseFile {
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const json = readJson(file);
  const parsed = caseSchema.safeParse(json);
  if (!parsed.success) {
    throw new StartError(
      `${file} is no case file: download one in the API calls of a page (key "."), where it is called case file.`,
    );
  }
  const { entries, _switchboard: facts } = parsed.data.log;
  const answers = new Map<string, CaseAnswer[]>();
  for (const { startedDateTime, time, request, response, _switchboard } of entries) {
    const url = URL.parse(request.url);
    const key = url && requestKey(request.method, url, facts.environment);
    if (!key) continue;
    const answer = {
      status: response.status,
      text: response.content.text,
      headers: response.headers,
      error: _switchboard.error,
      atMs: Date.parse(startedDateTime) + time,
    };
    const ofRequest = answers.get(key);
    if (ofRequest) ofRequest.push(answer);
    else answers.set(key, [answer]);
  }
  const beginMs = entries.reduce(
    (earliest, { startedDateTime }) => Math.min(earliest, Date.parse(startedDateTime)),
    Date.parse(facts.at),
  );
  const hasContent = entries.some(({ response }) => response.content.text !== undefined);
  const numbersPath = entries.find((entry) => isOfNumbers(entry._switchboard))?._switchboard.path;
  return { ...facts, beginMs, answers, numbersPath, hasContent };
}
