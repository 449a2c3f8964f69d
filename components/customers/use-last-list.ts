"use client";

import { useEffect, useSyncExternalStore } from "react";
import { useSession } from "#components/ui/session.tsx";
import { lastList, storeLastList } from "#lib/browser-storage/last-list.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

const neverChanges = () => () => {};

/** Remembers in this tab what the customers page shows. */
export function useKeepLastList(environment: Environment, view: CustomersView): void {
  const { staffID } = useSession().staff;
  useEffect(() => storeLastList(staffID, environment, view), [staffID, environment, view]);
}

/** The query of the customers page as it was left in this tab; on the server and at first the empty one. */
export function useLastList(environment: Environment): string {
  const { staffID } = useSession().staff;
  return useSyncExternalStore(
    neverChanges,
    () => lastList(staffID, environment),
    () => "",
  );
}
