import type { ApiStatus } from "#lib/contract/api-status.ts";

/** The API answers, nothing of it is paused, and no request waits: one more request delays none. */
export function hasRoom({
  availability,
  failedInRow,
  pausedResources,
  queue,
}: Pick<ApiStatus, "availability" | "failedInRow" | "pausedResources" | "queue">): boolean {
  return availability === "available" && failedInRow === 0 && pausedResources.length === 0 && queue.waiting === 0;
}
