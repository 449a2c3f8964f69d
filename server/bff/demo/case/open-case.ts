import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "#server/api-client/clock.ts";
import { StartError } from "#server/bff/config/start-error.ts";
import type { DemoApi } from "#server/bff/demo/demo-api.ts";
import { startCaseApi } from "./case-api.ts";
import { createCaseClock } from "./case-clock.ts";
import { type CaseFile, readCase } from "./read-case.ts";

/** A case file that is used in place of the API. */
export interface OpenCase {
  /**
   * The environment variables of the console that shows the case: a separate data folder, and no variables of a
   * configured API.
   */
  variables: Record<string, string | undefined>;
  dependencies: { clock: Clock; startDemoApi(): Promise<DemoApi> };
  /** The sentence to print when the console is ready. */
  sentence(origin: string): string;
}

/** The environment variables that still apply to a console with a case file. */
const inheritedVariables = ["NODE_ENV", "HOST", "PORT", "LOG_LEVEL"];

const optionName = "--case";

/**
 * Opens the case file of `npm start -- --case <file>`. Undefined without this option. Throws StartError if no file is
 * named or the file is not a valid case file.
 */
export function openCase(args: readonly string[], variables: NodeJS.ProcessEnv): OpenCase | undefined {
  const at = args.indexOf(optionName);
  if (at < 0) return undefined;
  const path = args[at + 1];
  if (path === undefined) throw new StartError(`${optionName} needs a file: npm start -- ${optionName} <file>.`);
  const file = readCase(path);
  const folder = mkdtempSync(join(tmpdir(), "switchboard-case-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const clock = createCaseClock(file.beginMs);
  return {
    variables: { ...Object.fromEntries(inheritedVariables.map((name) => [name, variables[name]])), DATA_DIR: folder },
    dependencies: { clock, startDemoApi: () => startCaseApi(file, clock) },
    sentence: (origin) => sentenceOf(file, origin),
  };
}

function sentenceOf({ view, role, at, version, hasContent }: CaseFile, origin: string): string {
  const content = hasContent ? "" : " It has no response content: pages show only what failed.";
  return `Switchboard shows a case of ${at} (version ${version}): sign in as ${role} at ${origin}${view}${content}`;
}
