import Link from "next/link";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { FactRow } from "./facts.tsx";
import { proposalFactTexts as texts } from "./record-texts.ts";

interface ProposalFactProps {
  environment: Environment;
  /** The proposal of an assistant that a person accepted. Undefined: a person started this without a proposal. */
  proposalID: string | undefined;
}

/** A link from something that an assistant proposed to the proposal. */
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
