"use client";

import { useQuery } from "@tanstack/react-query";
import { ReadContent } from "#components/ui/panel/panel.tsx";
import { RecordHeading } from "#components/ui/panel/record-heading.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { proposalQueryOptions } from "#lib/query/operations/proposals.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { Decision } from "./decision.tsx";
import { FromPanel, SaidPanel, WhatPanel } from "./proposal-facts.tsx";
import { ProposalStatus } from "./proposal-status.tsx";
import { proposalTitle, proposalTexts as texts } from "./texts.ts";

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
          <RecordHeading title={proposalTitle(detail.proposal)}>
            <ProposalStatus state={detail.proposal.state} />
          </RecordHeading>
          <WhatPanel detail={detail} />
          <FromPanel proposal={detail.proposal} />
          <Decision detail={detail} />
          <SaidPanel why={detail.proposal.why} />
        </div>
      )}
    </ReadContent>
  );
}
