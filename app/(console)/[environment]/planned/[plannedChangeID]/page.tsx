import type { Metadata } from "next";
import { cache } from "react";
import { perform } from "#app/bff.ts";
import { detailTexts } from "#components/planned/detail/detail-texts.ts";
import { PlannedPage } from "#components/planned/detail/planned-page.tsx";
import { listTexts } from "#components/planned/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { plannedChangeQueryOptions } from "#lib/query/operations/planned.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { recordMetadata } from "../../record-metadata.ts";

/** Cached per request, because the title and the page both need it. */
const readPlanned = cache((environment: Environment, plannedChangeID: string) =>
  perform("GET /api/:environment/planned/:plannedChangeID", { params: { environment, plannedChangeID } }),
);

export async function generateMetadata({ params }: PageProps<"environment" | "plannedChangeID">): Promise<Metadata> {
  const { environment, plannedChangeID: id } = await params;
  return recordMetadata({ environment, id }, detailTexts.title, async (known, plannedChangeID) => {
    const { plannedChange } = await readPlanned(known, plannedChangeID);
    return detailTexts.documentTitle(plannedChange);
  });
}

export default async function PlannedChangePage({ params }: PageProps<"environment" | "plannedChangeID">) {
  const segments = await params;
  const environment = environmentOf(segments.environment);
  const plannedChangeID = requireID(segments.plannedChangeID);
  await requireSession(environment, pages.plannedChange(environment, plannedChangeID));
  const reading = plannedChangeQueryOptions(environment, plannedChangeID, () =>
    readPlanned(environment, plannedChangeID),
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
