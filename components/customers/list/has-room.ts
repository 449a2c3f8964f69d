import type { ApiStatus } from "#lib/contract/api-status.ts";

/**
 * True if one more request would delay no other request. The API answers, no requests are paused, and none is queued.
 */
export function hasRoom({
  availability,
  failedInRow,
  pausedResources,
  queue,
}: Pick<ApiStatus, "availability" | "failedInRow" | "pausedResources" | "queue">): boolean {
  return availability === "available" && failedInRow === 0 && pausedResources.length === 0 && queue.waiting === 0;
}
