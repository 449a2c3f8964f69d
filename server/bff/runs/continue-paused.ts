import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { ContractServices } from "#server/bff/contracts/contract-services.ts";
import type { StoredUsage } from "#server/bff/store/change-limits/change-limits.ts";
import { type AnyRow, type AnyRun, type RunKind, runIDOf } from "./run-kind.ts";

/** How long a run may be paused and still continue by itself, in milliseconds. */
const maxPausedMs = 3 * dayMs;

const maxRead = 100;

/**
 * How many more customers must be possible before a run that the change limit has paused continues. It is a tenth of
 * the limit, so that the run does not pause again after every row. After a release, one is enough.
 */
export const minCustomersToContinue = ({ limit, hasRelease }: Pick<StoredUsage, "limit" | "hasRelease">) =>
  hasRelease ? 1 : Math.ceil(limit / 10);

interface Wait {
  isOver: boolean;
  /** The time until the next check, in milliseconds. Zero: the next round of the worker. */
  nextInMs: number;
  /** Why the run continues, for the audit log. */
  endReason: string;
}

/** Whether a paused run can continue. A release wakes the worker, so only the wait for the limit has a known time. */
async function waitOf<Run extends AnyRun>(
  { store }: Pick<ContractServices, "store">,
  { environment, reason, runBy, actor }: Run,
): Promise<Wait> {
  if (reason?.code === "frozen") {
    const isOver = (await store.freezes.blockOf(environment, "write")) === undefined;
    return { isOver, nextInMs: 0, endReason: "The freeze has ended." };
  }
  const usage = await store.changeLimits.usageOf({ environment, staffID: (runBy ?? actor).staffID });
  const nextInMs = usage ? usage.waitMsFor(minCustomersToContinue(usage)) : 0;
  return { isOver: nextInMs === 0, nextInMs, endReason: "More customers can be changed again." };
}

/**
 * Continues runs that a freeze or the change limit has paused, as soon as nothing stops them any more. Every row is
 * still compared before it is sent, and the rights of the person and the approval are checked before each row. A run
 * that was paused for more than three days waits for a person (docs/decisions/0078-freezes.md). Returns the time until
 * the next check, in milliseconds. Infinity: no run waits.
 */
export async function continuePaused<Run extends AnyRun, Row extends AnyRow>(
  kind: RunKind<Run, Row>,
  { store, clients, clock, log }: Pick<ContractServices, "store" | "clients" | "clock" | "log">,
): Promise<number> {
  const runs = kind.storeOf({ store });
  let nextInMs = Number.POSITIVE_INFINITY;
  for (const run of await runs.pausedForTime([...clients.keys()], maxRead)) {
    const { environment, pausedFrom, reason } = run;
    const nowMs = clock.now();
    if (nowMs - Date.parse(reason?.frozenAt ?? reason?.limitedAt ?? "") > maxPausedMs) continue;
    const wait = await waitOf({ store }, run);
    if (!wait.isOver) {
      nextInMs = Math.min(nextInMs, wait.nextInMs);
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
      after: { state, reason: wait.endReason },
    };
    const to = { state, pausedFrom: null, reason: null } as const;
    if (await runs.move(runID, ["paused"], to, { event, nowMs })) {
      log.info({ runID, environment, code: reason?.code }, `${kind.noun} continues by itself`);
    }
  }
  return nextInMs;
}
