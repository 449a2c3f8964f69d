import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { detailTexts } from "#components/planned/detail/detail-texts.ts";
import { PlannedPage } from "#components/planned/detail/planned-page.tsx";
import { listTexts } from "#components/planned/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { pages } from "#lib/paths.ts";
import { plannedChangeQueryOptions } from "#lib/query/operations/planned.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";

export const metadata: Metadata = { title: detailTexts.title };

interface PlannedChangePageProps {
  params: Promise<{ environment: string; plannedChangeID: string }>;
}

export default async function PlannedChangePage({ params }: PlannedChangePageProps) {
  const given = await params;
  const environment = environmentOf(given.environment);
  const plannedChangeID = requireID(given.plannedChangeID);
  await requireSession(environment, pages.plannedChange(environment, plannedChangeID));
  const reading = plannedChangeQueryOptions(environment, plannedChangeID, () =>
    perform("GET /api/:environment/planned/:plannedChangeID", { params: { environment, plannedChangeID } }),
  );
  return (
    <div key={`${environment} ${plannedChangeID}`} className="flex flex-col gap-3">
      <div className="-mb-3">
        <BackLink href={pages.planned(environment)}>{listTexts.title}</BackLink>
      </div>
      <InitialData readings={[reading]} fallback={null}>
        <PlannedPage environment={environment} plannedChangeID={plannedChangeID} />
      </InitialData>
    </div>
  );
}
