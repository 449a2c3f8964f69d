import { monitorEventLoopDelay } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";

/** How long a client should wait before it repeats a request that was refused because of overload, in seconds. */
export const overloadRetrySeconds = 1;

/** If even the shortest recent delay of the event loop is longer than this, requests are refused. In milliseconds. */
const lateMs = 1_000;

/**
 * The minimum number of measured delays for a result. So a single long pause does not count as overload, for example
 * when a laptop was asleep.
 */
const minTurns = 3;

/** Says whether the event loop is delayed too much. */
interface LagMeter {
  isLate(): boolean;
}

/** The members of the `perf_hooks` histogram of event-loop delays that are used here. Times are in nanoseconds. */
interface DelayHistogram {
  readonly count: number;
  readonly min: number;
  reset(): void;
}

/**
 * Creates a meter that uses the smallest of the recent delays, so that only a lasting delay counts as overload. `judge`
 * updates the result and starts a new measurement.
 */
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

/** Measures the event-loop delay of this process. The result is updated once a second. */
export function watchEventLoop(): LagMeter {
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  const meter = createLagMeter(histogram);
  setInterval(meter.judge, 1_000).unref();
  return meter;
}

/**
 * Answers 503 immediately if `maxRequests` requests are running (0: no limit) or if the event loop is delayed too much.
 * Without this, the number of waiting requests could grow without limit.
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
