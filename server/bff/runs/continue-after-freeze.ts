import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { dayMs } from "#lib/contract/values/calendar.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import { type AnyRow, type AnyRun, type RunKind, runIDOf } from "./run-kind.ts";

/** The maximum time that a run may wait for the end of a freeze and then continue by itself, in milliseconds. */
const maxFrozenMs = 3 * dayMs;

const maxRead = 100;

/**
 * Continues runs that a freeze has paused and whose environment is no longer frozen. Every row is still compared before
 * it is sent, and the rights of the person and the approval are checked before each row. A run that was stopped for
 * more than three days waits for a person (docs/decisions/0078-freezes.md). Returns true if runs still wait.
 */
export async function continueAfterFreeze<Run extends AnyRun, Row extends AnyRow>(
  kind: RunKind<Run, Row>,
  { store, clients, clock, log }: Pick<ContractServices, "store" | "clients" | "clock" | "log">,
): Promise<boolean> {
  const runs = kind.storeOf({ store });
  let areWaiting = false;
  for (const run of await runs.frozen([...clients.keys()], maxRead)) {
    const { environment, pausedFrom, reason } = run;
    const nowMs = clock.now();
    if (nowMs - Date.parse(reason?.frozenAt ?? "") > maxFrozenMs) continue;
    if (await store.freezes.blockOf(environment, "write")) {
      areWaiting = true;
      continue;
    }
    const state = pausedFrom ?? "running";
    const runID = runIDOf(run);
    const event: NewAuditEvent = {
      actor: { kind: "console" },
      action: `${kind.kind}.continued`,
      environment,
      outcome: "done",
      target: { kind: kind.kind, id: runID },
      before: { state: run.state },
      after: { state, reason: "The freeze has ended." },
    };
    const to = { state, pausedFrom: null, reason: null } as const;
    if (await runs.move(runID, ["paused"], to, { event, nowMs })) {
      log.info({ runID, environment }, `${kind.noun} continues after a freeze`);
    }
  }
  return areWaiting;
}
