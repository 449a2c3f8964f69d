import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { ProposalPage } from "#components/proposals/proposal-page.tsx";
import { proposalTexts } from "#components/proposals/texts.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { pages } from "#lib/paths.ts";
import { proposalQueryOptions } from "#lib/query/operations/proposals.ts";
import { requireID } from "../../../path-segment.ts";
import { environmentOf, type PageProps, requireSession } from "../../../require-session.ts";
import { InitialData } from "../../initial-data.tsx";
import { recordMetadata } from "../../record-metadata.ts";

export async function generateMetadata({ params }: PageProps<"environment" | "proposalID">): Promise<Metadata> {
  const { environment, proposalID: id } = await params;
  return recordMetadata({ environment, id }, proposalTexts.pageTitle);
}

export default async function ProposalOfAssistantPage({ params }: PageProps<"environment" | "proposalID">) {
  const segments = await params;
  const environment = environmentOf(segments.environment);
  const proposalID = requireID(segments.proposalID);
  await requireSession(environment, pages.proposal(environment, proposalID));
  const reading = proposalQueryOptions(environment, proposalID, () =>
    perform("GET /api/:environment/proposals/:proposalID", { params: { environment, proposalID } }),
  );
  return (
    <div key={`${environment} ${proposalID}`} className="flex flex-col gap-1">
      <BackLink href={pages.proposals(environment)}>{proposalTexts.back}</BackLink>
      <InitialData readings={[reading]} fallback={null}>
        <ProposalPage environment={environment} proposalID={proposalID} />
      </InitialData>
    </div>
  );
}
