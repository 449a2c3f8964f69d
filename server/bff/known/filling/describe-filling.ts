import { setImmediate } from "node:timers/promises";
import type { FillingReport } from "#lib/contract/console/filling.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { callsInHour, type KnownWindow, spanOf } from "#server/bff/store/known/known-windows.ts";
import { lastShownAt } from "./next-step.ts";
import { firstWindow, pageLimit, windowLimits } from "./read-window.ts";

/** How long a report is reused, in milliseconds. Counting is expensive: it reads an index entry for each customer. */
const freshMs = 10_000;

/** The approximate number of customers in a window that was read completely. */
const windowCustomers = windowLimits.closeAfterCalls * pageLimit;

type Services = Pick<CoreServices, "clock" | "clients"> & { store: Pick<CoreServices["store"], "knownWindows"> };

/**
 * When the least recently read customers of a window were last read, approximately. Undefined if no customer has been
 * read.
 */
function oldestOf(window: KnownWindow): number | undefined {
  return window.readUntil === null ? window.reading?.startedAt : lastShownAt(window);
}

/** Creates the reports about how completely the customers of each environment are known. */
export function createFillingReports({ clock, clients, store: { knownWindows: store } }: Services, isOn: boolean) {
  let reports: { atMs: number; value: Promise<FillingReport[]> } | undefined;

  async function countKnown(environment: Environment, windows: readonly KnownWindow[]): Promise<number> {
    let known = await store.countUndated(environment);
    for (const window of windows.length === 0 ? [firstWindow()] : windows) {
      known += (await store.countAll(environment, spanOf(window))) - window.missing;
      // A SQLite call does not yield to other events, so the loop yields here.
      await setImmediate();
    }
    return Math.max(known, 0);
  }

  function stateOf(windows: readonly KnownWindow[], isHeld: boolean, isPaused: boolean): FillingReport["state"] {
    if (!isOn) return "off";
    if (!isHeld) return "waiting";
    if (isPaused) return "paused";
    return windows.length > 0 && windows.every(({ readUntil }) => readUntil !== null) ? "current" : "filling";
  }

  async function report(environment: Environment): Promise<FillingReport> {
    const [shared, windows, total] = await Promise.all([
      store.read(environment),
      store.list(environment),
      store.total(environment),
    ]);
    const state = stateOf(windows, shared?.isHeld ?? false, shared?.pausedAt != null);
    const oldest = windows.map(oldestOf).filter((atMs) => atMs !== undefined);
    const unread = windows.find(({ readUntil, endDay }) => readUntil === null && endDay === null);
    const read = windows.length - (unread ? 1 : 0);
    const left = Math.ceil((unread?.reading?.total ?? 0) / windowCustomers);
    return {
      environment,
      state,
      ...(state === "filling" && { window: read + 1, windows: read + Math.max(left, 1) }),
      known: await countKnown(environment, windows),
      ...(total !== null && { total }),
      incomplete: windows.filter(({ agrees }) => agrees === false).length,
      ...(oldest.length > 0 && { oldestSeenAt: new Date(Math.min(...oldest)).toISOString() }),
      callsLastHour: callsInHour(shared?.calls ?? [], clock.now()),
    };
  }

  return {
    /** The reports of all configured environments. */
    list(): Promise<FillingReport[]> {
      const atMs = clock.monotonic();
      if (reports === undefined || atMs >= reports.atMs + freshMs) {
        const value = Promise.all([...clients.keys()].map(report));
        const current = { atMs, value };
        reports = current;
        value.catch(() => {
          if (reports === current) reports = undefined;
        });
      }
      return reports.value;
    },
  };
}

export type FillingReports = ReturnType<typeof createFillingReports>;
