import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { Proposals } from "#components/proposals/list/proposal-list.tsx";
import { listTexts } from "#components/proposals/texts.ts";
import { pages } from "#lib/paths.ts";
import { proposalListQueryOptions } from "#lib/query/operations/proposals.ts";
import { parseProposalsView, proposalsViewParams } from "#lib/url-state/proposals-view.ts";
import { environmentOf, type PageProps, requireSession } from "../../require-session.ts";
import { InitialData } from "../initial-data.tsx";
import { toSearchParams } from "../to-search-params.ts";

export const metadata: Metadata = { title: listTexts.title };

export default async function ProposalsPage({ params, searchParams }: PageProps) {
  const environment = environmentOf((await params).environment);
  const view = parseProposalsView(toSearchParams(await searchParams));
  await requireSession(environment, pages.proposals(environment, proposalsViewParams(view)));
  const reading = proposalListQueryOptions(environment, view, (query) =>
    perform("GET /api/:environment/proposals", { params: { environment }, query }),
  );
  return (
    <div key={environment} data-wide className="flex flex-col gap-3">
      <InitialData readings={[reading]} fallback={null}>
        <Proposals environment={environment} />
      </InitialData>
    </div>
  );
}
