import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";

/** Identifies a waiting line. Each caller has one line per path. */
export interface QueueSlot {
  caller: string;
  /** The path, without the IDs in it. */
  template: string;
  /** True for calls that wait behind all others. */
  isBackground?: boolean;
}

interface Waiter {
  turn: QueueSlot;
  give(): void;
  refuse(error: unknown): void;
}

/** One caller's waiting calls by path. The first path is served next. A served path moves to the end. */
type Lines = Map<string, Waiter[]>;

function lengthOf(lines: Lines | undefined): number {
  return [...(lines?.values() ?? [])].reduce((sum, line) => sum + line.length, 0);
}

function maxOf<Item>(items: readonly Item[], length: (item: Item) => number): Item | undefined {
  const [first, ...rest] = items;
  return first && rest.reduce((best, one) => (length(one) > length(best) ? one : best), first);
}

export type CallQueue = ReturnType<typeof createCallQueue>;

/**
 * Limits how many calls are in progress. A free place goes to the callers in turn. Within a caller it goes to the paths
 * in turn, and within a path to the oldest call. So a thousand calls of one caller do not delay another caller, and a
 * thousand calls to one path do not delay another path.
 *
 * A path takes another place only while it holds fewer places than are free, and never more than half of all places. So
 * a slow path never holds every place (docs/decisions/0008-calls.md). When too many calls wait, the caller with the
 * most waiting calls loses its newest call.
 */
export function createCallQueue(options: { running: number; waiting: number; busy: () => AppError }) {
  const { busy } = options;
  /** The callers with waiting calls. The first caller gets the next free place. */
  const callers = new Map<string, Lines>();
  /** The number of places that each caller's path holds. */
  const held = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const keyOf = ({ caller, template }: QueueSlot) => `${caller}\n${template}`;
  const mayTake = (key: string) => (held.get(key) ?? 0) < options.running - running;

  /** Returns a function that releases the place. Further calls of it have no effect. */
  function takePlace(key: string): () => void {
    running += 1;
    held.set(key, (held.get(key) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      running -= 1;
      const left = (held.get(key) ?? 0) - 1;
      if (left > 0) held.set(key, left);
      else held.delete(key);
      giveFreePlaces();
    };
  }

  /**
   * Removes the next call from its line. The path and the caller of that call move to the end, so that other paths and
   * callers come next. Background calls come last.
   */
  function next(isBackground = false): Waiter | undefined {
    for (const [caller, lines] of callers) {
      for (const [template, line] of lines) {
        const [waiter] = line;
        if (waiter === undefined || (waiter.turn.isBackground ?? false) !== isBackground) continue;
        if (!mayTake(keyOf(waiter.turn))) continue;
        line.shift();
        lines.delete(template);
        if (line.length > 0) lines.set(template, line);
        callers.delete(caller);
        if (lines.size > 0) callers.set(caller, lines);
        waiting -= 1;
        return waiter;
      }
    }
    return isBackground ? undefined : next(true);
  }

  function giveFreePlaces(): void {
    while (running < options.running) {
      const waiter = next();
      if (waiter === undefined) return;
      waiter.give();
    }
  }

  function remove(waiter: Waiter): boolean {
    const { caller, template } = waiter.turn;
    const lines = callers.get(caller);
    const line = lines?.get(template);
    const index = line?.indexOf(waiter) ?? -1;
    if (lines === undefined || line === undefined || index < 0) return false;
    line.splice(index, 1);
    if (line.length === 0) lines.delete(template);
    if (lines.size === 0) callers.delete(caller);
    waiting -= 1;
    return true;
  }

  /**
   * The line that loses its newest call when the queue is full. Undefined if the new call has no right to its place:
   * every other line is about as short as the line of the new call.
   */
  function longerLine({ caller, template }: QueueSlot): Waiter[] | undefined {
    const own = callers.get(caller);
    const [owner, lines] = maxOf([...callers], ([, one]) => lengthOf(one)) ?? [];
    const isOthers = owner !== caller && lengthOf(lines) > lengthOf(own) + 1;
    const line = maxOf([...((isOthers ? lines : own)?.values() ?? [])], (one) => one.length);
    const isLonger = isOthers || (line?.length ?? 0) > (own?.get(template)?.length ?? 0) + 1;
    return isLonger ? line : undefined;
  }

  function makeRoom(turn: QueueSlot): boolean {
    const newest = longerLine(turn)?.at(-1);
    if (newest === undefined || !remove(newest)) return false;
    newest.refuse(busy());
    return true;
  }

  /** Takes a free place and returns the function that releases it. Undefined if no place is free now. */
  function enterAtOnce(turn: QueueSlot): (() => void) | undefined {
    if (running >= options.running) return undefined;
    const key = keyOf(turn);
    // This call may take the free place before waiting calls: a waiting call that may take it would already have it.
    return mayTake(key) ? takePlace(key) : undefined;
  }

  return {
    enterAtOnce,
    /**
     * Waits for a place and returns the function that releases it. Throws `upstream_busy` if too many calls wait, or
     * the signal's reason if it aborts first.
     */
    enter: async (turn: QueueSlot, signal: CallSignal): Promise<() => void> => {
      signal.throwIfAborted();
      const leave = enterAtOnce(turn);
      if (leave) return leave;
      if (waiting >= options.waiting && !makeRoom(turn)) throw busy();
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          if (remove(waiter)) reject(signal.reason);
        };
        const waiter: Waiter = {
          turn,
          give: () => {
            signal.removeEventListener("abort", onAbort);
            resolve(takePlace(keyOf(turn)));
          },
          refuse: (error) => {
            signal.removeEventListener("abort", onAbort);
            reject(error);
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        const { caller, template } = turn;
        const lines: Lines = callers.get(caller) ?? new Map();
        callers.set(caller, lines);
        const line = lines.get(template);
        if (line === undefined) lines.set(template, [waiter]);
        else line.push(waiter);
        waiting += 1;
      });
    },
    /** Rejects all waiting calls. */
    refuseWaiting: (error: AppError) => {
      const all = [...callers.values()].flatMap((lines) => [...lines.values()].flat());
      callers.clear();
      waiting = 0;
      for (const waiter of all) waiter.refuse(error);
    },
    status: (): { running: number; waiting: number } => ({ running, waiting }),
  };
}
