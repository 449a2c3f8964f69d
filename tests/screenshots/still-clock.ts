// Loaded before a program by `--import`: its calendar stands still, so that two runs show the same times.
// Timers and the monotonic clock go on. For pictures alone: nothing that waits for a time of day ever ends.
const stillMs = Number(process.env.STILL_CLOCK_MS);

class StillDate extends Date {
  // Its own, not inherited: Next puts a constructor of its own in this one's place, with this one's own members.
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
