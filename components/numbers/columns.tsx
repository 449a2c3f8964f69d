"use client";

import { createColumnHelper } from "@tanstack/react-table";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Count } from "#components/ui/count.tsx";
import { EntityID } from "#components/ui/entity-id.tsx";
import { memberForms } from "#components/ui/plural-forms.ts";
import { RawButton } from "#components/ui/raw-button.tsx";
import { membersOf } from "#components/ui/raw-record.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { TelephoneNumber } from "#lib/contract/number.ts";
import { formatPhone } from "#lib/format/format-phone.ts";
import { pages } from "#lib/paths.ts";
import { furtherMembers } from "./further-members.ts";
import { numberColumnTexts as columnTexts, numbersTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, TelephoneNumber>();

function PhoneNumber({ number }: { number: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi title={number} className="truncate font-medium">
        {formatPhone(number)}
      </bdi>
      <CopyButton text={number} label={texts.copyNumber} />
    </span>
  );
}

export const numberColumns = (environment: Environment) =>
  helper.columns([
    helper.accessor("number", {
      header: columnTexts.number,
      meta: { label: columnTexts.number, width: "w-56 2xl:w-64", rowHeader: true },
      cell: ({ getValue }) => <PhoneNumber number={getValue()} />,
    }),
    helper.accessor("customerID", {
      header: columnTexts.customer,
      meta: { label: columnTexts.customer, width: "w-44 2xl:w-48" },
      cell: ({ getValue }) => {
        const customerID = getValue();
        if (customerID === undefined) return <span className="text-ink-muted">{texts.noCustomer}</span>;
        const href = pages.customer(environment, customerID);
        return <EntityID id={customerID} copyLabel={texts.copyCustomerID} href={href} />;
      },
    }),
    helper.accessor(furtherMembers, {
      id: "further",
      header: columnTexts.further,
      meta: { label: columnTexts.further, width: "w-auto", narrow: "max-lg:col-span-full" },
      cell: ({ getValue }) => (
        <bdi title={getValue()} className="font-mono text-fine text-ink-muted max-lg:wrap-anywhere">
          {getValue()}
        </bdi>
      ),
    }),
    helper.accessor("raw", {
      header: columnTexts.raw,
      meta: { label: columnTexts.raw, width: "w-34 2xl:w-36" },
      cell: ({ row, getValue }) => {
        const number = formatPhone(row.original.number);
        return (
          <RawButton record={getValue()} title={texts.raw} detail={<bdi>{number}</bdi>} label={texts.rawLabel(number)}>
            <Count value={membersOf(getValue()).members.length} forms={memberForms} />
          </RawButton>
        );
      },
    }),
  ]);

/** The widths of the columns for the table that is not there yet. */
export const numberSkeletonColumns = ["w-56 2xl:w-64", "w-44 2xl:w-48", "flex-1", "w-34 2xl:w-36"] as const;
