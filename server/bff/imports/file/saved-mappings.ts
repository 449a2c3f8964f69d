import { AppError } from "#lib/contract/operations/app-error.ts";
import type { SavedMappings } from "#lib/contract/operations/imports.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { ImportServices } from "#server/bff/imports/import-services.ts";
import { savedMappingView } from "./get-columns.ts";

/** Lists the mappings that people have saved in this environment. */
export async function listSavedMappings({
  context,
}: {
  context: RouteContext<"imports.run", "/api/:environment/import-mappings", ImportServices>;
}): Promise<SavedMappings> {
  const mappings = await context.services.store.importMappings.list(context.environment);
  return { mappings: mappings.map(savedMappingView) };
}

/** Deletes a saved mapping. Imports that have used it keep their copy. */
export async function removeSavedMapping({
  context,
  mappingID,
}: {
  context: RouteContext<"imports.run", "/api/:environment/import-mappings/:mappingID", ImportServices>;
  mappingID: string;
}): Promise<void> {
  const { services, environment } = context;
  const event = {
    ...auditSource(context),
    action: "import-mapping.removed",
    environment,
    outcome: "done",
    target: { kind: "import", id: mappingID },
  } as const;
  const isGone = await services.store.importMappings.remove(environment, mappingID, event, services.clock.now());
  if (!isGone) throw new AppError("not_found", `There is no such saved mapping in ${environment}.`);
}
