import Link from "next/link";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { FactRow } from "./facts.tsx";
import { proposalFactTexts as texts } from "./record-texts.ts";

interface ProposalFactProps {
  environment: Environment;
  /** Undefined if no assistant proposed this. */
  proposalID: string | undefined;
}

/** A row with a link to the proposal of an assistant, if a person started this by accepting one. */
export function ProposalFact({ environment, proposalID }: ProposalFactProps) {
  return (
    <FactRow name={texts.proposal}>
      {proposalID !== undefined && (
        <Link href={pages.proposal(environment, proposalID)} prefetch={false} className="text-accent hover:underline">
          {texts.openProposal}
        </Link>
      )}
    </FactRow>
  );
}
