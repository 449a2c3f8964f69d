"use client";

import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { filterTexts, proposalForms, listTexts as texts } from "#components/proposals/texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { proposalListOverHttp, proposalsKey } from "#lib/query/operations/proposals.ts";
import { type ProposalsView, proposalsQuery } from "#lib/url-state/proposals-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { proposalLimits } from "#lib/why-not/proposal-limits.ts";

interface NoProposalsProps {
  environment: Environment;
  view: ProposalsView;
  change: ChangeView<ProposalsView>;
}

const names: Partial<Record<keyof ProposalsView, string>> = {
  states: filterTexts.state,
  kinds: filterTexts.kind,
  clientID: filterTexts.client,
  mine: filterTexts.mine,
};

/** Explains why the list is empty. */
export function NoProposals({ environment, view, change }: NoProposalsProps) {
  const limits = proposalLimits(view);
  const { why } = useWhyEmpty({
    queryKey: [...proposalsKey(environment), view],
    limits,
    count: async (limit, signal) => {
      const query = proposalsQuery({ ...view, ...limit.change, offset: 0 });
      query.set("limit", "1");
      return (await proposalListOverHttp(environment)(query, signal)).total;
    },
    enabled: true,
  });
  return (
    <WhyEmptyState
      title={limits.length > 0 ? texts.noMatch : texts.empty}
      why={why}
      limits={limits}
      forms={proposalForms}
      wordsOf={({ filter }) => ({ name: filter && names[filter] })}
      onChange={change}
      nothing={texts.emptyReason}
    />
  );
}
