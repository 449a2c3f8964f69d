/** Thrown if the console cannot start or a command cannot run. The message is one sentence that includes the remedy. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The names of errors whose message is written for the operator. */
const sentences = new Set(["StartError", "EnvError", "DatabaseOpenError"]);

/**
 * The terminal's message when the console does not start or a command fails. `failed` begins the message of an error
 * that is not written for the operator.
 */
export function formatStartError(error: unknown, failed = "Switchboard did not start"): string {
  if (!(error instanceof Error)) return `${failed}, for an unknown reason.`;
  if (sentences.has(error.name)) return error.message;
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  const where = `port ${port} of ${address}`;
  if (code === "EADDRINUSE") {
    return `Switchboard cannot listen on ${where}: another program uses it. Stop that program, or set PORT to another number.`;
  }
  if (code === "EACCES" && port !== undefined) {
    return `Switchboard has no permission to listen on ${where}: set PORT to a number above 1023.`;
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `Switchboard cannot listen on HOST: this machine has no such address.`;
  }
  return `${failed}: ${error.stack ?? error.message}`;
}
