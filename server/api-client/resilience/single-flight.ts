import { CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";

export interface SharedAnswer<Answer> {
  answer: Promise<Answer>;
  /** False for the caller that has started the call. */
  isShared: boolean;
}

interface Flight<Answer> {
  answer: Promise<Answer>;
  callers: number;
  leaving: CallAbort;
}

/**
 * An entry of the map of running calls. The entry is emptied when its call ends. This frees the answer earlier: a map
 * with many insertions and deletions often allocates new tables, and its old tables keep the entries until the next
 * full garbage collection.
 */
interface Entry<Answer> {
  flight: Flight<Answer> | undefined;
}

export type SingleFlight<Answer> = ReturnType<typeof createSingleFlight<Answer>>;

/** Merges identical concurrent calls into one. */
export function createSingleFlight<Answer>() {
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
    // These handlers are added before any caller gets the promise. They also prevent an unhandled rejection if no
    // caller is left.
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
    /**
     * Joins the running call with this key, or starts a new call. If `signal` aborts, only this caller stops waiting.
     * When no caller is left, the call aborts with the last caller's reason.
     */
    join: (
      key: string,
      signal: CallSignal | undefined,
      start: (signal: CallSignal) => Promise<Answer>,
    ): SharedAnswer<Answer> => {
      const known = flights.get(key)?.flight;
      return { answer: stay(known ?? take(key, start), signal), isShared: known !== undefined };
    },
    /**
     * Prevents new callers from joining the calls that are running now. These calls may have read their data before a
     * write took effect.
     */
    separate: () => {
      flights = new Map();
    },
  };
}
