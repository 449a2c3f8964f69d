import type { Environment } from "#lib/contract/environment.ts";
import { type CustomersView, customersViewParams, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { storedItem } from "./stored-items.ts";

/** Stores the query of the person's last list of customers until the tab is closed. */
export function storeLastList(staffID: string, environment: Environment, view: CustomersView): void {
  storedItem("last-list", staffID, environment).write(customersViewParams(view).toString());
}

/** The query string that the person last used on the customers page in this tab. Empty if there was none. */
export function lastList(staffID: string, environment: Environment): string {
  const kept = storedItem("last-list", staffID, environment).read();
  return kept ? customersViewParams(parseCustomersView(new URLSearchParams(kept))).toString() : "";
}
