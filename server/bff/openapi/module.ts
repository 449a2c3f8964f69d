import type { RoomModule } from "#server/bff/core/module.ts";
import { openApiRoutes } from "./routes.ts";

/** The OpenAPI document of the console's own API. */
export const openapiModule = { name: "openapi", routes: openApiRoutes } satisfies RoomModule;
