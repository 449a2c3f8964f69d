import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { SystemStatus } from "#components/system-status/system-status.tsx";
import { systemStatusTexts } from "#components/system-status/texts.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { pages } from "#lib/paths.ts";
import { systemStatusQueryOptions } from "#lib/query/console/system-status.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { requireSignedIn } from "../../require-session.ts";
import { NeedsRole } from "../needs-role.tsx";

export const metadata: Metadata = { title: systemStatusTexts.title };

export default async function StatusPage() {
  const { staff } = await requireSignedIn(pages.status());
  if (!may(staff.role, "status.read"))
    return <NeedsRole title={systemStatusTexts.title} permission="status.read" role={staff.role} />;
  const reading = systemStatusQueryOptions(() => perform("GET /api/status"));
  return (
    <div data-wide>
      <InitialData readings={[reading]} fallback={undefined}>
        <SystemStatus />
      </InitialData>
    </div>
  );
}
