"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import type { RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { ProposalStatus } from "#components/proposals/proposal-status.tsx";
import { proposalKindNames, proposalTitle, listTexts as texts } from "#components/proposals/texts.ts";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { Proposal } from "#lib/contract/operations/proposal.ts";
import { pages } from "#lib/paths.ts";

const helper = createColumnHelper<DataTableFeatures, Proposal>();

/** The menu of a proposal's row. */
export const proposalRowMenu: RowMenu<Proposal> = (proposal) => ({
  name: `${proposalKindNames[proposal.kind]}, ${proposalTitle(proposal)}`,
  copies: [
    { label: texts.copyID, text: proposal.proposalID },
    ...(proposal.customerID === undefined ? [] : [{ label: texts.copyCustomerID, text: proposal.customerID }]),
  ],
});

export const proposalColumns = helper.columns([
  helper.accessor((proposal) => proposalTitle(proposal), {
    id: "title",
    header: texts.customer,
    meta: { label: texts.customer, width: "w-auto", rowHeader: true },
    cell: ({ getValue, row: { original } }) => (
      <Link
        href={pages.proposal(original.environment, original.proposalID)}
        prefetch={false}
        title={getValue()}
        className="row-link"
      >
        <bdi>{getValue()}</bdi>
      </Link>
    ),
  }),
  helper.accessor("kind", {
    header: texts.kind,
    meta: { label: texts.kind, width: "w-36", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => proposalKindNames[getValue()],
  }),
  helper.accessor("state", {
    header: texts.state,
    meta: { label: texts.state, width: "w-48", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => <ProposalStatus state={getValue()} />,
  }),
  helper.accessor((proposal) => proposal.client.name, {
    id: "client",
    header: texts.client,
    meta: { label: texts.client, width: "w-[16%]", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => <bdi className="wide:truncate">{getValue()}</bdi>,
  }),
  helper.accessor((proposal) => proposal.decidedBy?.email, {
    id: "decidedBy",
    header: texts.decidedBy,
    meta: { label: texts.decidedBy, width: "w-[16%]", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row: { original } }) => original.decidedBy && <PersonName {...original.decidedBy} />,
  }),
  helper.accessor("proposalID", {
    header: texts.id,
    meta: { label: texts.id, width: "w-36", isOptional: true },
    cell: ({ getValue }) => <EntityID id={getValue()} copyLabel={texts.copyID} />,
  }),
  helper.accessor("createdAt", {
    header: texts.createdAt,
    meta: { label: texts.createdAt, width: "w-40", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
]);
