import type { Environment } from "#lib/contract/environment.ts";
import { type CustomersView, customersViewParams, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { keptItem } from "./kept-items.ts";

/** Keeps, for as long as the tab is there, which customers this person looked at last. */
export function keepLastList(staffID: string, environment: Environment, view: CustomersView): void {
  // Where nothing is kept, the way back leads to the list as it begins.
  keptItem("last-list", staffID, environment).write(customersViewParams(view).toString());
}

/** The query of the customers page as this person left it in this tab; empty where they have not been there. */
export function lastList(staffID: string, environment: Environment): string {
  const kept = new URLSearchParams(keptItem("last-list", staffID, environment).read() ?? "");
  return customersViewParams(parseCustomersView(kept)).toString();
}
