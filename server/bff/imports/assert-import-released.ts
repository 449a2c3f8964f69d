import type { RouteContext } from "#server/bff/core/route.ts";
import type { StoredImport } from "#server/bff/store/imports/import-rows.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { ImportServices } from "./import-services.ts";
import { importCounts } from "./import-view.ts";

/** Throws if the policy requires another person to approve exactly these rows first. */
export async function assertImportReleased(
  { services, session }: Pick<RouteContext<"imports.run", string, ImportServices>, "services" | "session">,
  { environment, importID }: StoredImport,
): Promise<WriteGuard | undefined> {
  const { ready } = importCounts((await services.store.imports.counts([importID])).get(importID) ?? {});
  const { staffID } = session.staff;
  const wantedWrite = { environment, staffID, kind: "import", subjectID: importID, rows: ready, changes: [] } as const;
  return services.approvalGate.assertReleased(wantedWrite);
}
