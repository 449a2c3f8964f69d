import type { Environment } from "#lib/contract/environment.ts";
import { type CustomersView, customersViewParams, parseCustomersView } from "#lib/url-state/customers-view.ts";

/** One for each person and environment: another who signs in in the same tab does not come to this one's search. */
const keyOf = (staffID: string, environment: Environment) => `switchboard.last-list.${environment}.${staffID}`;

/** Keeps, for as long as the tab is there, which customers this person looked at last. */
export function keepLastList(staffID: string, environment: Environment, view: CustomersView): void {
  try {
    window.sessionStorage.setItem(keyOf(staffID, environment), customersViewParams(view).toString());
  } catch {
    // Without storage the way back leads to the list as it begins.
  }
}

/** The query of the customers page as this person left it in this tab; empty where they have not been there. */
export function lastList(staffID: string, environment: Environment): string {
  try {
    const kept = new URLSearchParams(window.sessionStorage.getItem(keyOf(staffID, environment)) ?? "");
    return customersViewParams(parseCustomersView(kept)).toString();
  } catch {
    return "";
  }
}
