"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { CalendarClock } from "#components/ui/icon/icons.tsx";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { PlannedChange } from "#lib/contract/operations/planned.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import { pages } from "#lib/paths.ts";
import { plannedHeading } from "#lib/planned/planned-texts.ts";
import { plannedOfCustomersQueryOptions, plannedWithPage } from "#lib/query/operations/planned-marks.ts";
import { plannedMarkTexts as texts } from "./planned-mark-texts.ts";

const Planned = createContext<ReadonlyMap<string, PlannedChange>>(new Map());

interface PlannedMarksProps {
  environment: Environment;
  /** The customers in the table's rows. */
  customers: readonly Pick<Customer, "customerID">[];
  /** The time when the rows were read. Set if the server may have rendered the rows. */
  listAsOf?: string;
  children: ReactNode;
}

/** Lets a table mark the customers that have a planned change. Makes one request for all rows. */
export function PlannedMarks({ environment, customers, listAsOf, children }: PlannedMarksProps) {
  const customerIDs = customers.map(({ customerID }) => customerID);
  const client = useQueryClient();
  const { data } = useQuery({
    ...plannedOfCustomersQueryOptions(environment, customerIDs),
    ...plannedWithPage(client, environment, listAsOf),
  });
  const marks = useMemo(() => new Map(data?.planned.map((one) => [idKey(one.customerID), one])), [data]);
  return <Planned value={marks}>{children}</Planned>;
}

/** A mark beside the customer's name. Rendered only if the customer has an open planned change. */
export function PlannedMark({ environment, customerID }: { environment: Environment; customerID: string }) {
  const planned = useContext(Planned).get(idKey(customerID));
  if (!planned) return null;
  const label = texts.label(plannedHeading(planned));
  return (
    <Link
      href={pages.plannedChange(environment, planned.plannedChangeID)}
      prefetch={false}
      title={label}
      aria-label={label}
      className="shrink-0 text-accent"
    >
      <CalendarClock aria-hidden className="size-3.5" />
    </Link>
  );
}
