import { type CustomersView, customersViewParams } from "#lib/url-state/customers-view.ts";

/** The query string of the person's last search. Only a person's own search may widen its window automatically. */
let searched: string | undefined;

/** Records that the person reached `view` by a search. */
export function rememberSearch(view: CustomersView): void {
  searched = customersViewParams(view).toString();
}

/** True for a view that the person reached by a search, not by Back, a reload or a link. */
export function isJustSearched(view: CustomersView): boolean {
  return view.searchTerm !== "" && searched === customersViewParams(view).toString();
}

/** Ends the last search. A search widens only once: a person who returns to the narrow window stays there. */
export function clearSearch(): void {
  searched = undefined;
}
