"use client";

import { useCallback, useSyncExternalStore } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerSelection } from "#lib/url-state/customer-selection.ts";

/** Outside of any component: a look at a customer's page and Back must not cost a selection. */
const selections = new Map<Environment, CustomerSelection>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Select = (selection: CustomerSelection | undefined) => void;

/** What is selected in an environment, until the page is reloaded, and the way to change it. */
export function useCustomerSelection(environment: Environment): [CustomerSelection | undefined, Select] {
  const selection = useSyncExternalStore(
    subscribe,
    () => selections.get(environment),
    () => undefined,
  );
  const select = useCallback<Select>(
    (next) => {
      if (next) selections.set(environment, next);
      else selections.delete(environment);
      for (const listener of listeners) listener();
    },
    [environment],
  );
  return [selection, select];
}
