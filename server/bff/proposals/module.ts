import type { RoomModule } from "#server/bff/core/module.ts";
import { proposalAttention } from "./proposal-attention.ts";
import { proposalRoutes } from "./routes.ts";

/** Proposals of assistants, and the decisions of people about them. */
export const proposalsModule = {
  name: "proposals",
  routes: proposalRoutes,
  attention: [proposalAttention],
} satisfies RoomModule;
