import type { BuildInfo } from "#server/bff/config/build-info.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import { createMaintenanceRecorder } from "#server/bff/core/maintenance-recorder.ts";
import type { RoomModule, RoomWork } from "#server/bff/core/module.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { restoreAttention } from "./restore-attention.ts";
import { statusRoutes } from "./routes.ts";
import type { StatusServices } from "./status-services.ts";

interface StatusNeeds extends StatusServices {
  env: Pick<ConsoleEnv, "databaseUrl">;
  build: BuildInfo;
}

/** The state of all processes of the console and of their work. */
export const statusModule = {
  name: "status",
  routes: statusRoutes,
  attention: [restoreAttention],
  create(needs: StatusNeeds): RoomWork {
    const heartbeat = createHeartbeat(needs, needs.build);
    return {
      workers: [createMaintenanceRecorder(needs, needs.env.databaseUrl)],
      // The heartbeat closes last. After that, other processes treat this process as ended.
      lastWorkers: [heartbeat],
      drain: heartbeat.wake,
    };
  },
} satisfies RoomModule;
