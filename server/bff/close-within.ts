import type { Logger } from "#server/bff/core/log/log.ts";

/**
 * Waits for `closing`, but at most `timeoutMs`, because a supervisor kills a process that does not end soon.
 * Interrupted operations are not lost: they were recorded before they were sent, and the next start resolves them by
 * reading.
 */
export async function closeWithin(closing: Promise<void>, timeoutMs: number, log: Logger): Promise<void> {
  const closed = closing.then(() => true);
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  try {
    if (!(await Promise.race([closed, late]))) log.error({ timeoutMs }, "closing took too long and was cut off");
  } finally {
    clearTimeout(timer);
  }
}
