import { waitFor } from "#server/api-client/transport/bound-signal.ts";

export interface SingleFlight<Answer> {
  /**
   * Joins the call under way with this key, or starts it. An abort ends this caller's wait alone;
   * when all have left, the call's own signal aborts with the last one's reason.
   */
  join(
    key: string,
    signal: AbortSignal | undefined,
    start: (signal: AbortSignal) => Promise<Answer>,
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
  leaving: AbortController;
}

/** Makes one call of identical ones that are under way at the same time. */
export function createSingleFlight<Answer>(): SingleFlight<Answer> {
  let flights = new Map<string, Flight<Answer>>();

  function take(key: string, start: (signal: AbortSignal) => Promise<Answer>): Flight<Answer> {
    const among = flights;
    const leaving = new AbortController();
    const forget = () => {
      if (among.get(key) === flight) among.delete(key);
    };
    const flight: Flight<Answer> = { answer: start(leaving.signal).finally(forget), callers: 0, leaving };
    // A caller that has left does not listen any more.
    flight.answer.catch(() => {});
    leaving.signal.addEventListener("abort", forget, { once: true });
    among.set(key, flight);
    return flight;
  }

  async function stay(flight: Flight<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
    flight.callers += 1;
    try {
      return await (signal === undefined ? flight.answer : waitFor(flight.answer, signal));
    } finally {
      flight.callers -= 1;
      if (flight.callers === 0 && signal?.aborted) flight.leaving.abort(signal.reason);
    }
  }

  return {
    join: (key, signal, start) => {
      const known = flights.get(key);
      return { answer: stay(known ?? take(key, start), signal), isShared: known !== undefined };
    },
    separate: () => {
      flights = new Map();
    },
  };
}
