import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { CallSignal } from "#server/api-client/call-signal.ts";

/** Identifies a line of waiting calls. Each caller has one line for each path. */
export interface QueueSlot {
  caller: string;
  /** The path, with parameter names in place of IDs. */
  template: string;
  /** True for background work. It waits behind all other calls. */
  isBackground?: boolean;
}

interface Waiter {
  turn: QueueSlot;
  give(): void;
  refuse(error: unknown): void;
}

/** The waiting calls of one caller, by path. The first path is served next. Then it moves to the end. */
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
 * Limits how many calls run at the same time. The callers get free places in turn. For each caller, the paths get
 * places in turn, and for each path, the oldest call is first. So a thousand calls of one caller do not delay other
 * callers, and a thousand calls to one path do not delay other paths.
 *
 * A path gets another place only if more places are free than it already has. So a slow path never gets more than half
 * of all places (docs/decisions/0008-calls.md). If too many calls wait, the caller with the most waiting calls loses
 * the newest call of its longest line.
 */
export function createCallQueue(options: { running: number; waiting: number; busy: () => AppError }) {
  const { busy } = options;
  /** The callers with waiting calls. The first caller gets the next free place. */
  const callers = new Map<string, Lines>();
  /** The number of places that each path of each caller has. */
  const held = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const keyOf = ({ caller, template }: QueueSlot) => `${caller}\n${template}`;
  const mayTake = (key: string) => (held.get(key) ?? 0) < options.running - running;

  /** Takes a place and returns the function that releases it. Releasing it again has no effect. */
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
   * Removes and returns the next call. Its path and its caller move to the end, so that other paths and callers are
   * next. Background calls are returned only if no other call can run.
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
   * The line that loses its newest call if the queue is full. Undefined if no line is clearly longer than the line of
   * the new call. The new call is then rejected.
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

  /** Takes a place if one is free now, and returns the function that releases it. Otherwise undefined. */
  function enterAtOnce(turn: QueueSlot): (() => void) | undefined {
    if (running >= options.running) return undefined;
    const key = keyOf(turn);
    // Taking the place now overtakes no waiting call. A waiting call that may use the free place would already have it.
    return mayTake(key) ? takePlace(key) : undefined;
  }

  return {
    enterAtOnce,
    /**
     * Waits for a place and returns the function that releases it. Throws `upstream_busy` if too many calls wait.
     * Throws the signal's reason if the signal aborts first.
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
