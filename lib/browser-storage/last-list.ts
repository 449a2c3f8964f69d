import type { Environment } from "#lib/contract/environment.ts";
import { type CustomersView, customersViewParams, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { storedItem } from "./stored-items.ts";

/** Keeps, for as long as the tab is there, which customers this person looked at last. */
export function storeLastList(staffID: string, environment: Environment, view: CustomersView): void {
  storedItem("last-list", staffID, environment).write(customersViewParams(view).toString());
}

/** The query of the customers page as this person left it in this tab; empty where they have not been there. */
export function lastList(staffID: string, environment: Environment): string {
  const kept = storedItem("last-list", staffID, environment).read();
  return kept ? customersViewParams(parseCustomersView(new URLSearchParams(kept))).toString() : "";
}
