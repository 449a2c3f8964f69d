import type { RoomModule } from "#server/bff/core/module.ts";

/** The shared parts of bulk changes and imports: leases, workers, stopping, rows, approval, results files. */
export const runsModule = { name: "runs" } satisfies RoomModule;
