import type { AppError } from "#lib/contract/errors.ts";

export interface CallQueue {
  /**
   * Waits for a place and gives the function that gives it back. Throws `upstream_busy` where too
   * many wait; the signal's reason where it aborts first.
   */
  enter(caller: string, signal: AbortSignal): Promise<() => void>;
  /** Refuses everyone who waits. */
  refuseWaiting(error: AppError): void;
  status(): { running: number; waiting: number };
}

interface Waiter {
  give(): void;
  refuse(error: unknown): void;
}

/**
 * Bounds how many calls are under way. A free place goes to the callers in turn, each caller's own
 * calls in their order, so that somebody's thousand calls delay nobody else's one. When too many
 * wait, whoever waits with most loses the newest.
 */
export function createCallQueue(options: { running: number; waiting: number; busy: () => AppError }): CallQueue {
  const { busy } = options;
  /** In the order of turns: whose turn it was goes to the end. */
  const lines = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;

  function giveNext(): void {
    const [turn] = lines;
    if (turn === undefined) {
      running -= 1;
      return;
    }
    const [caller, line] = turn;
    const waiter = line.shift();
    lines.delete(caller);
    if (line.length > 0) lines.set(caller, line);
    waiting -= 1;
    waiter?.give();
  }

  /** A function that gives the place back, however often it is called. */
  function place(): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) giveNext();
      isHeld = false;
    };
  }

  function remove(caller: string, waiter: Waiter): boolean {
    const line = lines.get(caller);
    const index = line?.indexOf(waiter) ?? -1;
    if (line === undefined || index < 0) return false;
    line.splice(index, 1);
    if (line.length === 0) lines.delete(caller);
    waiting -= 1;
    return true;
  }

  /** Makes room by refusing the newest of the longest line, unless that is the newcomer's own. */
  function makeRoom(caller: string): boolean {
    let longest: [string, Waiter[]] | undefined;
    for (const entry of lines) if (longest === undefined || entry[1].length > longest[1].length) longest = entry;
    if (longest === undefined || longest[1].length <= (lines.get(caller)?.length ?? 0) + 1) return false;
    const newest = longest[1].at(-1);
    if (newest === undefined || !remove(longest[0], newest)) return false;
    newest.refuse(busy());
    return true;
  }

  return {
    enter: async (caller, signal) => {
      signal.throwIfAborted();
      if (running < options.running) {
        running += 1;
        return place();
      }
      if (waiting >= options.waiting && !makeRoom(caller)) throw busy();
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          if (remove(caller, waiter)) reject(signal.reason);
        };
        const waiter: Waiter = {
          give: () => {
            signal.removeEventListener("abort", onAbort);
            resolve(place());
          },
          refuse: (error) => {
            signal.removeEventListener("abort", onAbort);
            reject(error);
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        const line = lines.get(caller);
        if (line === undefined) lines.set(caller, [waiter]);
        else line.push(waiter);
        waiting += 1;
      });
    },
    refuseWaiting: (error) => {
      const all = [...lines.values()].flat();
      lines.clear();
      waiting = 0;
      for (const waiter of all) waiter.refuse(error);
    },
    status: () => ({ running, waiting }),
  };
}
