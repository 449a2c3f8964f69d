"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import type { RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { listTexts as texts } from "#components/planned/texts.ts";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { PlannedStatus } from "#components/ui/status/planned-status.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import { pages } from "#lib/paths.ts";
import { plannedHeading } from "#lib/planned/planned-texts.ts";

const helper = createColumnHelper<DataTableFeatures, PlannedChange>();

/** The menu of a planned change's row. */
export const plannedRowMenu: RowMenu<PlannedChange> = (planned) => ({
  name: [plannedHeading(planned), planned.companyName].filter(Boolean).join(", "),
  copies: [
    { label: texts.copyID, text: planned.plannedChangeID },
    { label: texts.copyCustomerID, text: planned.customerID },
    { label: texts.copyEmail, text: planned.responsible.email },
  ],
});

export const plannedColumns = helper.columns([
  helper.accessor("change", {
    header: texts.change,
    meta: { label: texts.change, width: "w-auto", rowHeader: true },
    cell: ({ row: { original } }) => (
      <Link
        href={pages.plannedChange(original.environment, original.plannedChangeID)}
        prefetch={false}
        title={plannedHeading(original)}
        className="row-link"
      >
        {plannedHeading(original)}
      </Link>
    ),
  }),
  helper.accessor("customerID", {
    id: "customer",
    header: texts.customer,
    meta: { label: texts.customer, width: "w-[24%]" },
    cell: ({ row: { original } }) => <CustomerName {...original} companyName={original.companyName} />,
  }),
  helper.accessor("customerID", {
    id: "customerID",
    header: texts.customerID,
    meta: { label: texts.customerID, width: "w-36", isOptional: true },
    cell: ({ getValue }) => <EntityID id={getValue()} copyLabel={texts.copyCustomerID} />,
  }),
  helper.accessor("nextAt", {
    header: texts.next,
    meta: { label: texts.next, width: "w-40", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
  helper.accessor("state", {
    header: texts.state,
    meta: { label: texts.state, width: "w-44", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row: { original } }) => <PlannedStatus planned={original} />,
  }),
  helper.accessor((planned) => planned.responsible.email, {
    id: "responsible",
    header: texts.responsible,
    meta: { label: texts.responsible, width: "w-[14%]", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row }) => <PersonName {...row.original.responsible} />,
  }),
]);
