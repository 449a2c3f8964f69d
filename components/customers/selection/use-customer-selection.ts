"use client";

import { useCallback, useSyncExternalStore } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import type { CustomerSelection } from "#lib/url-state/customer-selection.ts";

/** Stored outside the components, so that the selection survives a visit to a customer's page. */
const selections = new Map<Environment, CustomerSelection>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Select = (selection: CustomerSelection | undefined) => void;

/** The selection in an environment, and a function that changes it. A reload of the page clears the selection. */
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
