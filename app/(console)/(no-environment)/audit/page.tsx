import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { AuditList } from "#components/audit/audit-list.tsx";
import { AuditHeader } from "#components/audit/header.tsx";
import { auditTexts } from "#components/audit/texts.ts";
import { may } from "#lib/contract/access/permissions.ts";
import { pages } from "#lib/paths.ts";
import { auditQueryOptions } from "#lib/query/console/audit.ts";
import { auditViewParams, parseAuditView } from "#lib/url-state/audit-view.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { toSearchParams } from "../../[environment]/to-search-params.ts";
import { type PageProps, requireSignedIn } from "../../require-session.ts";
import { NeedsRole } from "../needs-role.tsx";

export const metadata: Metadata = { title: auditTexts.title };

export default async function AuditPage({ searchParams }: PageProps<never>) {
  const view = parseAuditView(toSearchParams(await searchParams));
  const session = await requireSignedIn(pages.audit(auditViewParams(view)));
  if (!may(session.staff.role, "audit.read"))
    return <NeedsRole title={auditTexts.title} permission="audit.read" role={session.staff.role} />;
  const reading = auditQueryOptions(view, (query) => perform("GET /api/audit", { query }));
  return (
    <div data-wide className="flex flex-col gap-3">
      <AuditHeader />
      <InitialData readings={[reading]} fallback={<p role="status">{auditTexts.loading}</p>}>
        <AuditList />
      </InitialData>
    </div>
  );
}
