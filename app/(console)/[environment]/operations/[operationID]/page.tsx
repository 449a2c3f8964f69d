import type { Metadata } from "next";
import { cache } from "react";
import { perform } from "#app/bff.ts";
import { OperationPage } from "#components/operations/operation-page.tsx";
import { OperationSkeleton } from "#components/operations/operation-skeleton.tsx";
import { detailTexts, operationsTexts } from "#components/operations/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { operationTitle } from "#components/ui/status/operation-texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { operationQueryOptions } from "#lib/query/operations/operations.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { recordMetadata } from "../../record-metadata.ts";

/** Cached per request, because the title and the page both need it. */
const readOperation = cache((environment: Environment, operationID: string) =>
  perform("GET /api/:environment/operations/:operationID", { params: { environment, operationID } }),
);

export async function generateMetadata({ params }: PageProps<"environment" | "operationID">): Promise<Metadata> {
  const { environment, operationID: id } = await params;
  return recordMetadata({ environment, id }, detailTexts.pageTitle, async (known, operationID) => {
    const { operation } = await readOperation(known, operationID);
    return operationTitle(operation);
  });
}

export default async function OneOperationPage({ params }: PageProps<"environment" | "operationID">) {
  const segments = await params;
  const environment = environmentOf(segments.environment);
  const operationID = requireID(segments.operationID);
  await requireSession(environment, pages.operation(environment, operationID));
  const reading = operationQueryOptions(environment, operationID, () => readOperation(environment, operationID));
  return (
    <div key={`${environment} ${operationID}`}>
      <BackLink href={pages.operations(environment)}>{operationsTexts.title}</BackLink>
      <InitialData readings={[reading]} fallback={<OperationSkeleton />}>
        <OperationPage environment={environment} operationID={operationID} />
      </InitialData>
    </div>
  );
}
