"use client";

import { useQuery } from "@tanstack/react-query";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { proposalForms, listTexts as texts } from "#components/proposals/texts.ts";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { proposalListQueryOptions } from "#lib/query/operations/proposals.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { proposalsViewParams } from "#lib/url-state/proposals-view.ts";
import { proposalColumns, proposalRowMenu } from "./columns.tsx";
import { ProposalFilters } from "./filters.tsx";
import { NoProposals } from "./no-proposals.tsx";
import { useProposalsView } from "./use-proposals-view.ts";

/** The proposals of assistants in an environment, newest first, with the decision about each. */
export function Proposals({ environment }: { environment: Environment }) {
  const [view, change] = useProposalsView(environment);
  const reading = useQuery({ ...proposalListQueryOptions(environment, view), ...keepPageData });
  return (
    <div className="flex flex-col gap-3">
      <PageHeader title={texts.title} note={texts.intro} />
      <ProposalFilters view={view} change={change} clients={reading.data?.clients ?? []} />
      <PagedList
        texts={texts}
        forms={proposalForms}
        view={view}
        onView={change}
        reading={reading}
        rowsOf={(list) => list.proposals}
        rowID={(proposal) => proposal.proposalID}
        columns={proposalColumns}
        name="proposals"
        menu={proposalRowMenu}
        empty={<NoProposals environment={environment} view={view} change={change} />}
        signInHref={pages.signIn(pages.proposals(environment, proposalsViewParams(view)))}
      />
    </div>
  );
}
