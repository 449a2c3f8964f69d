"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock, Hourglass } from "#components/ui/icon/icons.tsx";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { ReadContent } from "#components/ui/panel/panel.tsx";
import { Status } from "#components/ui/status/status.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { ProposalState } from "#lib/contract/values/operations/proposal-states.ts";
import { pages } from "#lib/paths.ts";
import { proposalQueryOptions } from "#lib/query/operations/proposals.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { Decision } from "./decision.tsx";
import { FromPanel, SaidPanel, WhatPanel } from "./proposal-facts.tsx";
import { proposalStateNames, proposalTexts as texts } from "./texts.ts";

const looks = {
  waiting: { tone: "progress", icon: Hourglass },
  accepted: { tone: "positive", icon: CircleCheck },
  rejected: { tone: "negative", icon: CircleX },
  expired: { tone: "caution", icon: Clock },
} as const satisfies Record<ProposalState, object>;

/** One proposal of an assistant: the exact content, the decision, and the assistant's words in a separate panel. */
export function ProposalPage({ environment, proposalID }: { environment: Environment; proposalID: string }) {
  const reading = useQuery({ ...proposalQueryOptions(environment, proposalID), ...keepPageData });
  return (
    <ReadContent
      reading={reading}
      signInHref={pages.signIn(pages.proposal(environment, proposalID))}
      skeleton={<p role="status">{texts.loading}</p>}
    >
      {(detail) => (
        <div className="flex max-w-4xl flex-col gap-4">
          <div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="font-semibold text-display wrap-anywhere">
                <bdi>{detail.proposal.companyName || detail.proposal.customerID}</bdi>
              </h1>
              <PageFreshness />
            </div>
            <Status {...looks[detail.proposal.state]}>{proposalStateNames[detail.proposal.state]}</Status>
          </div>
          <WhatPanel detail={detail} />
          <FromPanel proposal={detail.proposal} />
          <Decision detail={detail} />
          <SaidPanel why={detail.proposal.why} />
        </div>
      )}
    </ReadContent>
  );
}
