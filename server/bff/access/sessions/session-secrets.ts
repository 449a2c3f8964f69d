import { readFile } from "node:fs/promises";
import { sessionSecretsSchema } from "#server/bff/config/env-schema.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { createIntervalWorker, type IntervalWorker } from "#server/bff/core/queues/interval-worker.ts";

const everyMs = 5_000;

/** The current list of secrets in SESSION_SECRET. */
export interface SessionSecrets extends Pick<IntervalWorker, "start" | "wake" | "close"> {
  /** The first secret encrypts. All secrets can decrypt. */
  readonly secrets: readonly string[];
}

/**
 * Reads the file of SESSION_SECRET_FILE every few seconds, so that a rotation needs no restart. If the file cannot be
 * read or its list is invalid, the problem is logged, and the previous secrets stay in use.
 * docs/decisions/0033-rotation-from-files.md explains why files are used.
 */
export function createSessionSecrets(
  services: Pick<CoreServices, "clock" | "log">,
  initialSecrets: readonly string[],
  { file, onRotated }: { file: string | undefined; onRotated: () => Promise<void> },
): SessionSecrets {
  const { log } = services;
  let secrets = initialSecrets;
  let reportedProblem = "";

  function refuse(problem: string): void {
    // Logs each problem only once, and not again every few seconds.
    if (problem !== reportedProblem)
      log.warn({ problem }, "SESSION_SECRET_FILE is ignored; the secrets read before stay in use");
    reportedProblem = problem;
  }

  async function read(path: string): Promise<void> {
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) return refuse("the file cannot be read");
    const parsed = sessionSecretsSchema.safeParse(text.replace(/\r?\n$/, ""));
    if (!parsed.success) return refuse(parsed.error.issues.map(({ message }) => message).join("; "));
    reportedProblem = "";
    if (parsed.data.join() === secrets.join()) return;
    const isSealingNew = parsed.data[0] !== secrets[0];
    secrets = parsed.data;
    log.info({ secrets: secrets.length }, "SESSION_SECRET was read again from its file");
    if (isSealingNew) await onRotated();
  }

  const worker = createIntervalWorker(services, {
    everyMs,
    run: async () => (file === undefined ? undefined : read(file)),
    report: (error) => log.warn({ error: describeCause(error) }, "SESSION_SECRET_FILE could not be read again"),
  });
  return {
    get secrets() {
      return secrets;
    },
    start: () => (file === undefined ? undefined : worker.start()),
    wake: worker.wake,
    close: worker.close,
  };
}
