import { CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";

export interface SingleFlight<Answer> {
  /**
   * Joins the call under way with this key, or starts it. An abort ends this caller's wait alone;
   * when all have left, the call's own signal aborts with the last one's reason.
   */
  join(
    key: string,
    signal: CallSignal | undefined,
    start: (signal: CallSignal) => Promise<Answer>,
  ): SharedAnswer<Answer>;
  /** Later callers join no call in progress: it may have been read before a write took effect. */
  separate(): void;
}

export interface SharedAnswer<Answer> {
  answer: Promise<Answer>;
  /** False for the caller that started it. */
  isShared: boolean;
}

interface Flight<Answer> {
  answer: Promise<Answer>;
  callers: number;
  leaving: CallAbort;
}

/**
 * What the map of flights holds. It is emptied when the flight ends: a map in which much comes and goes makes a new table
 * again and again, and the former ones hold what was in them until the next full garbage collection.
 */
interface Entry<Answer> {
  flight: Flight<Answer> | undefined;
}

/** Makes one call of identical ones that are under way at the same time. */
export function createSingleFlight<Answer>(): SingleFlight<Answer> {
  let flights = new Map<string, Entry<Answer>>();

  function take(key: string, start: (signal: CallSignal) => Promise<Answer>): Flight<Answer> {
    const among = flights;
    const leaving = new CallAbort();
    const flight: Flight<Answer> = { answer: start(leaving), callers: 0, leaving };
    const entry: Entry<Answer> = { flight };
    const forget = () => {
      if (among.get(key) === entry) among.delete(key);
      entry.flight = undefined;
    };
    // Added before any caller has the promise, and it handles the rejection where all callers have left.
    flight.answer.then(forget, forget);
    leaving.addEventListener("abort", forget);
    among.set(key, entry);
    return flight;
  }

  function stay(flight: Flight<Answer>, signal: CallSignal | undefined): Promise<Answer> {
    flight.callers += 1;
    return new Promise((resolve, reject) => {
      let isHere = true;
      const leave = () => {
        if (!isHere) return;
        isHere = false;
        signal?.removeEventListener("abort", onAbort);
        flight.callers -= 1;
        if (flight.callers === 0 && signal?.aborted) flight.leaving.abort(signal.reason);
      };
      const onAbort = () => {
        reject(signal?.reason);
        leave();
      };
      if (signal?.aborted) onAbort();
      else signal?.addEventListener("abort", onAbort, { once: true });
      flight.answer.then(
        (value) => {
          leave();
          resolve(value);
        },
        (error: unknown) => {
          leave();
          reject(error);
        },
      );
    });
  }

  return {
    join: (key, signal, start) => {
      const known = flights.get(key)?.flight;
      return { answer: stay(known ?? take(key, start), signal), isShared: known !== undefined };
    },
    separate: () => {
      flights = new Map();
    },
  };
}
