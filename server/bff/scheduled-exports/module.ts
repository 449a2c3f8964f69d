import { dayMs } from "#lib/contract/values/time-units.ts";
import type { ConsoleEnv } from "#server/bff/config/env.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createHourlyCleaner } from "#server/bff/core/queues/hourly-cleaner.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import { countFailingSchedules, exportAttention } from "./export-attention.ts";
import { createExportPush } from "./export-push.ts";
import { createExportRunner } from "./export-runner.ts";
import type { ExportServices } from "./export-services.ts";
import { scheduledExportRoutes } from "./routes.ts";

interface ExportNeeds extends CustomerServices {
  env: Pick<ConsoleEnv, "exports">;
  random: () => number;
}

type Added = Pick<ExportServices, "exportPush" | "exportRules" | "exportRunner" | "failingSchedules">;

/** For how many days the facts about a run are kept. */
const runDays = 90;

/** How long after its end the file of a run may still be sent to the endpoint, in milliseconds. */
const maxSendMs = dayMs;

/** Exports of a saved view at chosen times. */
export const scheduledExportsModule = {
  name: "scheduled-exports",
  routes: scheduledExportRoutes,
  attention: [exportAttention],
  create(needs: ExportNeeds): MadeRoom<Added> {
    const { clients, env, store } = needs;
    const { endpoint, ...exportRules } = env.exports;
    const exportPush = endpoint && createExportPush(needs, endpoint);
    const exportRunner = createExportRunner({ ...needs, exportPush, exportRules });
    const failingSchedules = () =>
      Promise.all(
        [...clients.keys()].map(async (environment) => {
          return { environment, total: await countFailingSchedules(store, environment) };
        }),
      );
    const services: Added = { exportPush, exportRules, exportRunner, failingSchedules };
    const cleaner = createHourlyCleaner(needs, {
      name: "export-cleaner",
      what: "old export files",
      async remove(nowMs) {
        await store.exportOutbox.giveUp(nowMs - maxSendMs, nowMs);
        const files = await store.exportRuns.removeFilesBefore(nowMs - exportRules.keptDays * dayMs, nowMs);
        return files + (await store.exportRuns.removeRunsBefore(nowMs - runDays * dayMs));
      },
    });
    return {
      services,
      workers: [exportRunner, cleaner],
      lastWorkers: exportPush ? [exportPush] : [],
    };
  },
} satisfies RoomModule;
