import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { OperationPage } from "#components/operations/operation-page.tsx";
import { OperationSkeleton } from "#components/operations/operation-skeleton.tsx";
import { detailTexts, operationsTexts } from "#components/operations/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { pages } from "#lib/paths.ts";
import { operationQueryOptions } from "#lib/query/operations.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, requireSession } from "../../../require-session.ts";
import { FirstRead } from "../../first-read.tsx";

export const metadata: Metadata = { title: detailTexts.pageTitle };

interface OperationPageProps {
  params: Promise<{ environment: string; operationID: string }>;
}

export default async function OneOperationPage({ params }: OperationPageProps) {
  const given = await params;
  const environment = environmentOf(given.environment);
  const operationID = requireID(given.operationID);
  await requireSession(environment, pages.operation(environment, operationID));
  const reading = operationQueryOptions(environment, operationID, () =>
    perform("GET /api/:environment/operations/:operationID", { params: { environment, operationID } }),
  );
  return (
    <div key={`${environment} ${operationID}`}>
      <BackLink href={pages.operations(environment)}>{operationsTexts.title}</BackLink>
      <FirstRead readings={[reading]} fallback={<OperationSkeleton />}>
        <OperationPage environment={environment} operationID={operationID} />
      </FirstRead>
    </div>
  );
}
