import type { ApiStatus } from "#lib/contract/api-status.ts";

/**
 * True if the API has capacity for one more request: the API answers, no requests are paused, and no request is queued.
 */
export function hasRoom({
  availability,
  failedInRow,
  pausedResources,
  queue,
}: Pick<ApiStatus, "availability" | "failedInRow" | "pausedResources" | "queue">): boolean {
  return availability === "available" && failedInRow === 0 && pausedResources.length === 0 && queue.waiting === 0;
}

/** True if the API has capacity, and answers no other request at the moment. */
export function isIdle(status: Pick<ApiStatus, "availability" | "failedInRow" | "pausedResources" | "queue">): boolean {
  return hasRoom(status) && status.queue.running === 0;
}
