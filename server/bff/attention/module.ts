import type { AttentionSource } from "#server/bff/core/attention-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { createAttentionRegistry } from "./attention-registry.ts";
import type { AttentionServices } from "./attention-services.ts";
import { attentionRoutes } from "./routes.ts";
import { createSnoozeCleaner } from "./snooze-cleaner.ts";

interface AttentionNeeds extends CoreServices {
  /** The sources that the modules after this one add in their member `attention`. */
  attentionSources: readonly AttentionSource[];
}

/** Collects the items that need attention from the sources of all modules. */
export const attentionModule = {
  name: "attention",
  routes: attentionRoutes,
  create(needs: AttentionNeeds): MadeRoom<Pick<AttentionServices, "attention">> {
    return {
      services: { attention: createAttentionRegistry(needs, needs.attentionSources) },
      workers: [createSnoozeCleaner(needs)],
    };
  },
} satisfies RoomModule;
