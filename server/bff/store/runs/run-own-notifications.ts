import type { Transaction } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { appendOwnNotifications } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/**
 * Notifies the person who runs a bulk change or an import that it stopped, or that not every row succeeded. Single rows
 * have no notification.
 */
export function notifyOfRun(
  on: Transaction<ConsoleSchema>,
  run: { environment: Environment; actor: { staffID: string }; runBy: { staffID: string } | null },
  {
    kind,
    runID,
    state,
    cause,
    nowMs,
  }: {
    kind: "bulk" | "import";
    runID: string;
    state: "run-failed" | "run-stopped";
    /** Distinguishes several stops of the same run. */
    cause: number | string;
    nowMs: number;
  },
): void {
  const { environment, actor, runBy } = run;
  appendOwnNotifications(
    on,
    [
      {
        kind: "own-operation",
        state,
        environment,
        key: `${kind} ${runID} ${state} ${cause}`,
        to: { staffIDs: [(runBy ?? actor).staffID] },
        by: null,
        title: kind === "bulk" ? "Bulk change" : "Import",
        href: kind === "bulk" ? pages.bulk(environment, runID) : pages.import(environment, runID),
      },
    ],
    nowMs,
  );
}
