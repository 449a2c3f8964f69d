import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import type { CustomersView } from "./customers-view.ts";
import { resolveWindow } from "./window.ts";

/**
 * The wider windows whose rows are counted if the window has no rows: `searchSteps` for a search, `emptySteps` for a
 * list without a search. There are only a few windows, because each count is an API call.
 */
const searchSteps: readonly WindowPreset[] = ["90d", "all"];
const emptySteps: readonly WindowPreset[] = ["30d", "90d", "all"];

/**
 * Returns the wider windows to count if a window has no rows, narrowest first. Each of them includes all of `window`.
 */
export function ladderSteps(window: CustomersView["window"], searching: boolean, nowMs: number): WindowPreset[] {
  const { datefrom } = resolveWindow(window, nowMs);
  const endsEarly = typeof window !== "string" && window.dateto !== undefined;
  return (searching ? searchSteps : emptySteps).filter((step) => {
    const wider = resolveWindow(step, nowMs).datefrom;
    return wider < datefrom || (endsEarly && wider <= datefrom);
  });
}
