import { existsSync } from "node:fs";
import { type ConsoleEnv, parseEnv } from "./env.ts";
import { formatStartError } from "./start-error.ts";

/** A program of the operator's command line (bin/switchboard). */
export interface Command {
  /**
   * Runs the command and returns the text to print and the exit code (default 0). `words` are the command's arguments.
   * `readEnv` reads the configuration. `report` prints a line while the command runs.
   *
   * @throws StartError for problems that the operator can solve.
   */
  run(
    words: string[],
    context: { readEnv(): ConsoleEnv; report(line: string): void },
  ): Promise<{ text: string; code?: number }>;
  /** Printed for `--help`, and after the error message of an invalid flag. */
  usage: string;
  /** The exit code of a command that fails without a result. */
  failedCode: number;
}

interface CommandContext {
  words: readonly string[];
  variables: Readonly<Record<string, string | undefined>>;
  print(text: string): void;
  printError(text: string): void;
}

/** True if one of the words is `--help`. After the word `--`, every word is a name. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end === -1 ? words.length : end).some((word) => word === "--help" || word === "-h");
}

/**
 * Runs a command, prints its result or its error, and returns the exit code. With `--help`, it prints the usage
 * instead, and nothing else happens.
 */
export async function executeCommand(
  { run, usage, failedCode }: Command,
  { words, variables, print, printError }: CommandContext,
): Promise<number> {
  if (asksForHelp(words)) {
    print(usage);
    return 0;
  }
  try {
    const readEnv = () => parseEnv(variables);
    const { text, code = 0 } = await run([...words], { readEnv, report: (line) => print(`${line}\n`) });
    print(text);
    return code;
  } catch (error) {
    const isUsage = error instanceof TypeError && "code" in error;
    printError(`${isUsage ? `${error.message}\n\n${usage}` : formatStartError(error, "The command failed")}\n`);
    return failedCode;
  }
}

/**
 * Runs a command as this process. The command gets the arguments and the environment variables of the process. It also
 * gets the variables of a `.env` file.
 */
export async function runCommand(command: Command): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.exitCode = await executeCommand(command, {
    words: process.argv.slice(2),
    variables: process.env,
    print: (text) => process.stdout.write(text),
    printError: (text) => process.stderr.write(text),
  });
}
