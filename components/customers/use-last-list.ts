"use client";

import { useEffect, useSyncExternalStore } from "react";
import { useSession } from "#components/ui/session.tsx";
import { lastList, storeLastList } from "#lib/browser-storage/last-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

const neverChanges = () => () => {};

/** Stores the query of the customers page for this tab. */
export function useKeepLastList(environment: Environment, view: CustomersView): void {
  const { staffID } = useSession().staff;
  useEffect(() => storeLastList(staffID, environment, view), [staffID, environment, view]);
}

/** The last query of the customers page in this tab. Empty on the server and in the first render. */
export function useLastList(environment: Environment): string {
  const { staffID } = useSession().staff;
  return useSyncExternalStore(
    neverChanges,
    () => lastList(staffID, environment),
    () => "",
  );
}
