import { existsSync } from "node:fs";
import { type ConsoleEnv, parseEnv } from "./env.ts";
import { formatStartError, StartError } from "./start-error.ts";

/** The configuration of a command: the environment variables, with those of a `.env` file. */
export function readOwnEnv(): ConsoleEnv {
  if (existsSync(".env")) process.loadEnvFile(".env");
  return parseEnv(process.env);
}

interface CommandOptions {
  /** Printed below the error of an invalid flag. */
  usage?: string;
  /** The exit code if the command fails before it has an answer. */
  failedCode: number;
}

/** Runs a command, prints its answer or its error, and sets the exit code. */
export function runCommand(
  command: () => Promise<{ text: string; code?: number }>,
  { usage, failedCode }: CommandOptions,
): void {
  command().then(
    ({ text, code = 0 }) => {
      process.stdout.write(text);
      process.exitCode = code;
    },
    (error: unknown) => {
      const isUsage = usage !== undefined && error instanceof TypeError && "code" in error;
      process.stderr.write(`${isUsage ? `${error.message}\n\n${usage}` : formatStartError(error)}\n`);
      process.exitCode = (error instanceof StartError ? error.exitCode : undefined) ?? failedCode;
    },
  );
}
