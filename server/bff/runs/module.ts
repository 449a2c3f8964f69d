import type { RoomModule } from "#server/bff/core/module.ts";

/** What bulk changes and imports have in common: leases, workers, stopping, rows, approval, results files. */
export const runsModule = { name: "runs" } satisfies RoomModule;
