"use client";

import { createColumnHelper } from "@tanstack/react-table";
import { Trash2 } from "lucide-react";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { classNames } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Count } from "#components/ui/count.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Customer } from "#lib/contract/customer.ts";
import { shortenMiddle } from "#lib/format-id.ts";
import { columnTexts, customersTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, Customer>();

function Company({ customer }: { customer: Customer }) {
  return (
    <span className="flex items-center gap-2">
      <bdi
        title={customer.companyName}
        className={classNames(
          "max-lg:wrap-anywhere lg:truncate",
          customer.deleted ? "text-ink-muted line-through" : "font-medium max-lg:font-semibold",
        )}
      >
        {customer.companyName || texts.noName}
      </bdi>
      {customer.deleted && (
        <span className="inline-flex shrink-0 items-center gap-1 rounded-small bg-sunken px-1.5 font-normal text-fine text-ink-muted">
          <Trash2 aria-hidden className="size-3" />
          {texts.deleted}
        </span>
      )}
    </span>
  );
}

function CustomerID({ id }: { id: string }) {
  return (
    <span className="flex items-center gap-0.5 text-ink-muted">
      <span title={id} className="truncate font-mono text-fine">
        {shortenMiddle(id)}
      </span>
      <CopyButton text={id} label={texts.copyID} />
    </span>
  );
}

function CreatedHeader() {
  return (
    <span className="truncate">
      {columnTexts.created}{" "}
      <span className="font-normal text-fine text-ink-muted">
        (<ZoneName form="place" />)
      </span>
    </span>
  );
}

function Created({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <span>
      <Timestamp value={at} detail="minute" />
      <span className="text-ink-muted lg:hidden">
        {" "}
        <ZoneName />
      </span>
    </span>
  );
}

/** Only `companyName`, `usersCount` and `created` can be sorted: the API has no other sort keys. */
export const customerColumns = helper.columns([
  helper.accessor("companyName", {
    header: columnTexts.company,
    sortDescFirst: false,
    meta: { label: columnTexts.company, width: "w-auto", rowHeader: true },
    cell: ({ row }) => <Company customer={row.original} />,
  }),
  helper.accessor("customerID", {
    header: columnTexts.id,
    enableSorting: false,
    meta: { label: columnTexts.id, width: "w-34 2xl:w-36" },
    cell: ({ getValue }) => <CustomerID id={getValue()} />,
  }),
  helper.accessor((customer) => customer.contract.plan, {
    id: "plan",
    header: columnTexts.plan,
    enableSorting: false,
    meta: { label: columnTexts.plan, width: "w-27 2xl:w-32" },
    cell: ({ getValue }) => <bdi title={getValue()}>{getValue()}</bdi>,
  }),
  helper.accessor((customer) => customer.contract.term, {
    id: "term",
    header: columnTexts.term,
    enableSorting: false,
    meta: { label: columnTexts.term, width: "w-22 2xl:w-25" },
    cell: ({ getValue }) => <bdi title={getValue()}>{getValue()}</bdi>,
  }),
  helper.accessor("usersCount", {
    header: columnTexts.users,
    sortDescFirst: true,
    meta: { label: columnTexts.users, width: "w-18 2xl:w-20", align: "end" },
    cell: ({ getValue }) => {
      const users = getValue();
      return users === undefined ? null : <Count value={users} />;
    },
  }),
  helper.accessor((customer) => customer.adminUser.email, {
    id: "email",
    header: columnTexts.email,
    enableSorting: false,
    meta: {
      label: columnTexts.email,
      width: "w-[17%] xl:w-[22%]",
      narrow: "max-lg:col-span-full sm:max-lg:col-span-2",
    },
    cell: ({ getValue }) => (
      <bdi title={getValue()} className="text-ink-muted max-lg:wrap-anywhere">
        {getValue()}
      </bdi>
    ),
  }),
  helper.accessor("created", {
    header: CreatedHeader,
    sortDescFirst: true,
    meta: { label: columnTexts.created, width: "w-43 2xl:w-48", narrow: "max-lg:col-span-full sm:max-lg:col-span-2" },
    cell: ({ getValue }) => <Created at={getValue()} />,
  }),
]);

/** The widths of the columns for the table that is not there yet. */
export const customerSkeletonColumns = [
  "flex-1",
  "w-34 2xl:w-36",
  "w-27 2xl:w-32",
  "w-22 2xl:w-25",
  "w-18 2xl:w-20",
  "w-[17%] xl:w-[22%]",
  "w-43 2xl:w-48",
] as const;
