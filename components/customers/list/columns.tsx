"use client";

import { type ColumnDef, createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import { columnTexts, customersTexts as texts } from "#components/customers/texts.ts";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Count } from "#components/ui/count.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { CustomerRowBadge } from "#components/ui/status/customer-state.tsx";
import { ContractValue } from "#components/ui/value/contract-value.tsx";
import type { ListedCustomer } from "#lib/contract/customers/known-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { customerSortKeys } from "#lib/contract/values/customers/customer-filters.ts";
import { type KnownMember, listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import type { CustomerColumnID } from "#lib/customers/customers-layout.ts";
import { pages } from "#lib/paths.ts";
import { PlannedMark } from "./planned-mark.tsx";
import { DatedValue, RecordMarks, RowAge } from "./row-age.tsx";

/** The maximum length of an e-mail address that is printed in one line. */
const maxPrintedWhole = 32;

const helper = createColumnHelper<DataTableFeatures, ListedCustomer>();

function Company({ environment, customer }: { environment: Environment; customer: ListedCustomer }) {
  return (
    <span className="cell-name">
      <Link
        href={pages.customer(environment, customer.customerID)}
        prefetch={false}
        title={customer.companyName}
        className={classNames(
          "row-link",
          customer.deleted && "font-normal text-ink-muted line-through cards:font-normal",
        )}
      >
        {customer.companyName || texts.noName}
      </Link>
      <CustomerRowBadge environment={environment} customer={customer} />
      <RecordMarks customer={customer} />
      <PlannedMark environment={environment} customerID={customer.customerID} />
    </span>
  );
}

/** The menu of a customer's row. If the column of IDs is hidden, only this menu contains the ID. */
export const customerRowMenu: RowMenu<ListedCustomer> = ({ customerID, companyName, adminUser }) => ({
  name: companyName || texts.noName,
  copies: [
    { label: texts.copyID, text: customerID },
    ...copyOf(texts.copyName, companyName),
    ...copyOf(texts.copyEmail, adminUser.email),
  ],
});

// biome-ignore lint/suspicious/noExplicitAny: the columns of a table have values of different types
type Column = ColumnDef<DataTableFeatures, ListedCustomer, any>;

const nameColumn = (environment: Environment) =>
  helper.accessor("companyName", {
    header: columnTexts.company,
    meta: { label: columnTexts.company, width: "w-auto", rowHeader: true, firstOrder: "ascending" },
    cell: ({ row }) => <Company environment={environment} customer={row.original} />,
  });

const wideOnCards = "data-cell-half data-cell-plain";

/**
 * Hides a cell on phones, so that each customer has only two lines. The customer's page shows the hidden values, and
 * screen readers still read them.
 */
const notOnPhones = "max-sm:sr-only";

function ListedValue({ member, customer }: { member: "plan" | "term"; customer: ListedCustomer }) {
  const value = customer.contract[member];
  if (value === undefined) return null;
  return (
    <DatedValue customer={customer} member={member}>
      <ContractValue member={member} value={value} />
    </DatedValue>
  );
}

/**
 * The columns that a person can choose. A column can be sorted only if its ID is a sort key. The API supports the sort
 * keys in `customerSortKeys`. The store of known customers supports all of `listSortKeys`.
 */
const furtherColumns: Readonly<Record<CustomerColumnID, Column>> = {
  customerID: helper.accessor("customerID", {
    header: columnTexts.customerID,
    meta: { label: columnTexts.customerID, width: "w-36 2xl:w-36", firstOrder: "ascending" },
    cell: ({ getValue }) => <EntityID id={getValue()} copyLabel={texts.copyID} />,
  }),
  plan: helper.accessor((customer) => customer.contract.plan, {
    id: "plan",
    header: columnTexts.plan,
    meta: { label: columnTexts.plan, width: "w-29 2xl:w-32", narrow: "data-cell-plain", firstOrder: "ascending" },
    cell: ({ row }) => <ListedValue member="plan" customer={row.original} />,
  }),
  term: helper.accessor((customer) => customer.contract.term, {
    id: "term",
    header: columnTexts.term,
    meta: { label: columnTexts.term, width: "w-22 2xl:w-25", narrow: notOnPhones, firstOrder: "ascending" },
    cell: ({ row }) => <ListedValue member="term" customer={row.original} />,
  }),
  usersCount: helper.accessor("usersCount", {
    header: columnTexts.usersCount,
    meta: { label: columnTexts.usersCount, width: "w-18 2xl:w-20", align: "end", firstOrder: "descending" },
    cell: ({ getValue, row }) => {
      const users = getValue();
      if (users === undefined) return null;
      return (
        <DatedValue customer={row.original} member="usersCount">
          <Count value={users} />
        </DatedValue>
      );
    },
  }),
  email: helper.accessor((customer) => customer.adminUser.email, {
    id: "email",
    header: columnTexts.email,
    meta: {
      label: columnTexts.email,
      width: "w-[14%] xl:w-[20%]",
      narrow: `${wideOnCards} ${notOnPhones}`,
      firstOrder: "ascending",
    },
    cell: ({ getValue, row }) => {
      const email = getValue();
      return (
        email && (
          <DatedValue customer={row.original} member="email">
            <bdi title={email} className={email.length > maxPrintedWhole ? "cell-long" : "cell-long print-whole"}>
              {email}
            </bdi>
          </DatedValue>
        )
      );
    },
  }),
  created: helper.accessor("created", {
    header: columnTexts.created,
    meta: { label: columnTexts.created, width: "w-40 2xl:w-44", narrow: wideOnCards, firstOrder: "descending" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
  deletedAt: helper.accessor("deletedAt", {
    header: columnTexts.deletedAt,
    meta: {
      label: columnTexts.deletedAt,
      width: "w-40 2xl:w-44",
      narrow: "cards:col-span-2",
      firstOrder: "descending",
    },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
  seenAt: helper.accessor("seenAt", {
    header: columnTexts.seenAt,
    meta: { label: columnTexts.seenAt, width: "w-29 2xl:w-32", firstOrder: "ascending" },
    cell: ({ row }) => <RowAge customer={row.original} />,
  }),
  elsewhereAt: helper.accessor("elsewhereAt", {
    header: columnTexts.elsewhereAt,
    meta: { label: columnTexts.elsewhereAt, width: "w-72", narrow: "cards:col-span-2", firstOrder: "descending" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
};

/** Decides which columns can be sorted. */
export interface SortableColumns {
  /** True if the console stores known customers. The store of known customers can sort by every column. */
  isKnownOn: boolean;
  /** The members that the API's lists do not contain. The columns of these members cannot be sorted. */
  notProvided?: readonly KnownMember[] | undefined;
}

/** The column without its sort button. */
function withoutOrder(column: Column): Column {
  if (!column.meta?.firstOrder) return column;
  const { firstOrder: _, ...meta } = column.meta;
  return { ...column, meta };
}

/**
 * The table's columns. The name comes first and links to the customer's page. Then follow the columns of the layout.
 */
export function customerColumns(
  environment: Environment,
  columns: readonly CustomerColumnID[],
  { isKnownOn, notProvided = [] }: SortableColumns,
): Column[] {
  const sortKeys: readonly string[] = isKnownOn ? listSortKeys : customerSortKeys;
  const isSortable = (column: CustomerColumnID) =>
    sortKeys.includes(column) && !notProvided.some((member) => member === column);
  const further = columns.map((column) => {
    const definition = furtherColumns[column];
    return isSortable(column) ? definition : withoutOrder(definition);
  });
  return [nameColumn(environment), ...further];
}

/** The height of a customer's card on a phone. */
export const customerCard = "max-sm:h-[63px]";

/** The column widths for the placeholder of the table. */
export function customerSkeletonColumns(columns: readonly CustomerColumnID[]): string[] {
  return ["flex-1", ...columns.map((column) => furtherColumns[column].meta?.width ?? "")];
}
