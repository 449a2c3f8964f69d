import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { changeLimitAttention } from "./change-limit-attention.ts";
import { createHeldWrites, type HeldWrites } from "./held-back.ts";
import { changeLimitRoutes } from "./routes.ts";

/** The limit of changed customers an hour, and the check that holds writes back: for this limit or a freeze. */
export const changeLimitsModule = {
  name: "change-limits",
  routes: changeLimitRoutes,
  attention: [changeLimitAttention],
  create: (): MadeRoom<{ heldWrites: HeldWrites }> => ({ services: { heldWrites: createHeldWrites() } }),
} satisfies RoomModule;
