import { type CustomersView, customersViewParams } from "#lib/url-state/customers-view.ts";

/** The query string of the person's last search. Only such a search may widen its date range automatically. */
let searched: string | undefined;

/** Remembers that the person reached `view` by a search. */
export function rememberSearch(view: CustomersView): void {
  searched = customersViewParams(view).toString();
}

/** True if the person reached the view by a search, not by Back, a reload or a link. */
export function isJustSearched(view: CustomersView): boolean {
  return view.searchTerm !== "" && searched === customersViewParams(view).toString();
}

/**
 * Forgets the last search. A search widens only once, so a person can return to the narrow date range and stay there.
 */
export function clearSearch(): void {
  searched = undefined;
}
