import { monitorEventLoopDelay } from "node:perf_hooks";
import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";

/** How long a refused client should wait, in seconds. */
export const overloadRetrySeconds = 1;

/** If even the shortest recent delay of the event loop is longer than this, in milliseconds, requests are refused. */
const lateMs = 1_000;

/** The minimum number of turns for a decision. A single long pause, such as a laptop's sleep, is not overload. */
const minTurns = 3;

/** Tells whether the event loop lags. */
interface LagMeter {
  isLate(): boolean;
}

/** The used part of the event loop delay histogram of `perf_hooks`, in nanoseconds. */
interface DelayHistogram {
  readonly count: number;
  readonly min: number;
  reset(): void;
}

/** Measures the smallest delay of the last turns. So only lag that lasts is counted. */
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
 * Answers 503 immediately if `maxRequests` requests (0: no limit) are already running, or if the event loop lags.
 * Otherwise the queue would only grow.
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
