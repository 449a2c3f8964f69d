import { monitorEventLoopDelay } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";

/** How long a refused client should wait, in seconds. */
export const overloadRetrySeconds = 1;

/** If every turn of the event loop is delayed by this many milliseconds, requests are refused. */
const lateMs = 1_000;

/** The minimum number of turns for a decision: one long pause, such as a laptop's sleep, is not overload. */
const minTurns = 3;

/** Tells whether the event loop lags. */
interface LagMeter {
  isLate(): boolean;
}

/** The part of `perf_hooks`' event loop delay histogram that is used, in nanoseconds. */
interface DelayHistogram {
  readonly count: number;
  readonly min: number;
  reset(): void;
}

/** Uses the smallest delay of the last turns, so that only lasting lag counts. */
export function createLagMeter(histogram: DelayHistogram): LagMeter & { judge(): void } {
  let late = false;
  return {
    isLate: () => late,
    judge() {
      if (histogram.count < minTurns) return;
      late = histogram.min / 1e6 >= lateMs;
      histogram.reset();
    },
  };
}

/** Watches this process's event loop, once a second. */
export function watchEventLoop(): LagMeter {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  const meter = createLagMeter(histogram);
  setInterval(meter.judge, 1_000).unref();
  return meter;
}

/**
 * Answers 503 immediately when `maxRequests` (0: no limit) requests are already running, or while the process lags,
 * because the queue would only grow.
 */
export function refuseOverload(options: { maxRequests: number; isLate: () => boolean }): MiddlewareHandler {
  const max = options.maxRequests === 0 ? Number.POSITIVE_INFINITY : options.maxRequests;
  let running = 0;
  return createMiddleware(async (c, next) => {
    if (running >= max || options.isLate()) {
      return c.json({ message: "The service is overloaded. Try again in a moment." }, 503, {
        "Retry-After": String(overloadRetrySeconds),
      });
    }
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
    }
  });
}
