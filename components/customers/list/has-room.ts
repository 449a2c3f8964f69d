import type { ApiStatus } from "#lib/contract/api-status.ts";

/** True if the API answers, no requests are paused and none waits, so that one more request delays no other. */
export function hasRoom({
  availability,
  failedInRow,
  pausedResources,
  queue,
}: Pick<ApiStatus, "availability" | "failedInRow" | "pausedResources" | "queue">): boolean {
  return availability === "available" && failedInRow === 0 && pausedResources.length === 0 && queue.waiting === 0;
}
