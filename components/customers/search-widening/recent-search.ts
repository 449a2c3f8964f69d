import { type CustomersView, customersViewParams } from "#lib/url-state/customers-view.ts";

/** The query that the person's last search led to; only their own search may widen its window by itself. */
let searched: string | undefined;

/** Notes that the person has searched, and so reached `view`. */
export function rememberSearch(view: CustomersView): void {
  searched = customersViewParams(view).toString();
}

/** True for the view that the person's search has reached, and not Back, a reload or a link. */
export function isJustSearched(view: CustomersView): boolean {
  return view.searchTerm !== "" && searched === customersViewParams(view).toString();
}

/** One search widens once: who then goes back to the narrow window stays there. */
export function clearSearch(): void {
  searched = undefined;
}
