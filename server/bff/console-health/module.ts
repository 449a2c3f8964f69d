import type { BuildInfo } from "#server/bff/config/build-info.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import { createMaintenanceRecorder } from "#server/bff/core/maintenance-recorder.ts";
import type { RoomModule, RoomWork } from "#server/bff/core/module.ts";
import type { ConsoleHealthServices } from "./console-health-services.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { restoreAttention } from "./restore-attention.ts";
import { consoleHealthRoutes } from "./routes.ts";

interface ConsoleHealthNeeds extends ConsoleHealthServices {
  env: Pick<ConsoleEnv, "databaseUrl">;
  build: BuildInfo;
}

/** The state of all processes of the console and of their work. */
export const consoleHealthModule = {
  name: "console-health",
  routes: consoleHealthRoutes,
  attention: [restoreAttention],
  create(needs: ConsoleHealthNeeds): RoomWork {
    const heartbeat = createHeartbeat(needs, needs.build);
    return {
      workers: [createMaintenanceRecorder(needs, needs.env.databaseUrl)],
      // The heartbeat closes last. After that, other processes treat this process as ended.
      lastWorkers: [heartbeat],
      drain: heartbeat.wake,
    };
  },
} satisfies RoomModule;
