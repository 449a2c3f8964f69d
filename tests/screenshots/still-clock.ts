// This module is loaded before a program (`--import`). The program's calendar date and time then do not change, so that
// two runs show the same times. Timers and the monotonic clock continue. Use it only for pictures, because a program
// that waits for a time of day would wait forever.
const stillMs = Number(process.env.STILL_CLOCK_MS);

class StillDate extends Date {
  // Next replaces this constructor by its own constructor, and copies only own properties. So `parse` must be an own
  // property.
  static override readonly parse = Date.parse;
  static override readonly UTC = Date.UTC;

  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [stillMs] : given) as [number]));
  }

  static override now(): number {
    return stillMs;
  }
}

if (Number.isFinite(stillMs)) globalThis.Date = StillDate as DateConstructor;
