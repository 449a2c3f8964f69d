import type { RoomModule } from "#server/bff/core/module.ts";

/** The code that bulk changes and imports share: leases, workers, stopping, rows, approval and results files. */
export const runsModule = { name: "runs" } satisfies RoomModule;
