import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ConsoleHealth } from "#components/console-health/console-health.tsx";
import { consoleHealthTexts } from "#components/console-health/texts.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { pages } from "#lib/paths.ts";
import { consoleHealthQueryOptions } from "#lib/query/console/console-health.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { requireSignedIn } from "../../require-session.ts";
import { NeedsRole } from "../needs-role.tsx";

export const metadata: Metadata = { title: consoleHealthTexts.title };

export default async function ConsoleHealthPage() {
  const { staff } = await requireSignedIn(pages.consoleHealth());
  if (!may(staff.role, "status.read"))
    return <NeedsRole title={consoleHealthTexts.title} permission="status.read" role={staff.role} />;
  const reading = consoleHealthQueryOptions(() => perform("GET /api/status"));
  return (
    <div data-wide>
      <InitialData readings={[reading]} fallback={undefined}>
        <ConsoleHealth />
      </InitialData>
    </div>
  );
}
