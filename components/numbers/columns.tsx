"use client";

import { createColumnHelper } from "@tanstack/react-table";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { CustomerName } from "#components/ui/value/customer-name.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { TelephoneNumber } from "#lib/contract/number.ts";
import { isCalendarDay } from "#lib/contract/values/calendar.ts";
import { searchedNumberParams } from "#lib/url-state/searched-number.ts";
import { isInstant, memberHeading, otherMember, otherMemberNames } from "./other-members.ts";
import { numberColumnTexts as columnTexts, numbersTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, TelephoneNumber>();

function PhoneNumber({ number, formatted = number }: { number: string; formatted?: string | undefined }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <bdi title={number} className="truncate whitespace-nowrap! font-medium">
        {formatted}
      </bdi>
      <CopyButton text={number} label={texts.copyNumber} />
    </span>
  );
}

/** The value of an additional member of a number. Times and dates are formatted. */
function OtherValue({ value }: { value: string }) {
  const dayName = useDayNames();
  if (isInstant(value)) return <Timestamp value={value} detail="minute" />;
  if (isCalendarDay(value)) return <time dateTime={value}>{dayName(value, value, "long")}</time>;
  return <bdi title={value}>{value}</bdi>;
}

/** The menu of a number's row. A number from the store of known numbers has no raw data. */
export const numberRowMenu: RowMenu<TelephoneNumber> = ({ number, formatted = number, customerID, seenAt, raw }) => ({
  name: formatted,
  copies: [{ label: texts.copyNumber, text: number }, ...copyOf(texts.copyCustomerID, customerID)],
  raw: seenAt === undefined ? raw : undefined,
});

/** The columns for a list of numbers. Additional members from the API get columns too, up to a maximum. */
export const numberColumns = (environment: Environment, numbers: readonly TelephoneNumber[]) =>
  helper.columns([
    helper.accessor("number", {
      header: columnTexts.number,
      meta: { label: columnTexts.number, width: "w-56 2xl:w-64", rowHeader: true },
      cell: ({ row }) => <PhoneNumber number={row.original.number} formatted={row.original.formatted} />,
    }),
    helper.accessor("customerID", {
      id: "customer",
      header: columnTexts.customer,
      meta: { label: columnTexts.customer, width: "w-auto", narrow: "cards:col-span-full data-cell-plain" },
      cell: ({ row: { original } }) => {
        const { customerID, companyName, number } = original;
        if (customerID === undefined) return <span className="text-ink-muted">{texts.noCustomer}</span>;
        // The customer's page then marks the number from which the person has come.
        const query = searchedNumberParams(number);
        return (
          <CustomerName environment={environment} customerID={customerID} companyName={companyName} query={query} />
        );
      },
    }),
    helper.accessor("customerID", {
      id: "customerID",
      header: columnTexts.customerID,
      meta: { label: columnTexts.customerID, width: "w-36", isOptional: true },
      cell: ({ getValue }) => {
        const customerID = getValue();
        return customerID !== undefined && <EntityID id={customerID} copyLabel={texts.copyCustomerID} />;
      },
    }),
    ...otherMemberNames(numbers).map((name) =>
      helper.accessor((row) => otherMember(row, name), {
        id: `other-${name}`,
        header: () => <bdi>{memberHeading(name)}</bdi>,
        meta: { label: memberHeading(name), width: "w-40 2xl:w-48" },
        cell: ({ getValue }) => {
          const value = getValue();
          return value !== undefined && <OtherValue value={value} />;
        },
      }),
    ),
    ...(numbers.some(({ seenAt }) => seenAt !== undefined)
      ? [
          helper.accessor("seenAt", {
            header: columnTexts.seenAt,
            meta: { label: columnTexts.seenAt, width: "w-44" },
            cell: ({ getValue }) => {
              const seenAt = getValue();
              return seenAt !== undefined && <Timestamp value={seenAt} detail="minute" />;
            },
          }),
        ]
      : []),
  ]);
