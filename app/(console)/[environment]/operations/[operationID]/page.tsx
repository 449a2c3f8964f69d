import type { Metadata } from "next";
import { cache } from "react";
import { perform } from "#app/bff.ts";
import { OperationPage } from "#components/operations/operation-page.tsx";
import { OperationSkeleton } from "#components/operations/operation-skeleton.tsx";
import { detailTexts, operationsTexts } from "#components/operations/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { operationTitle } from "#components/ui/status/operation-texts.ts";
import { type Environment, environmentSchema } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { operationQueryOptions } from "#lib/query/operations/operations.ts";
import { idOf, requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { titleWithin } from "../../title-within.ts";

/** Cached per request, because both the title and the page read it. */
const readOperation = cache((environment: Environment, operationID: string) =>
  perform("GET /api/:environment/operations/:operationID", { params: { environment, operationID } }),
);

export async function generateMetadata({ params }: PageProps<"environment" | "operationID">): Promise<Metadata> {
  const { environment, operationID } = await params;
  const known = environmentSchema.safeParse(environment);
  const id = idOf(operationID);
  if (!known.success || id === undefined) return {};
  const reading = readOperation(known.data, id).then(({ operation }) => operationTitle(operation));
  return { title: await titleWithin(reading, detailTexts.pageTitle) };
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
