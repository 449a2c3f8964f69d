import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import type { CustomersView } from "./customers-view.ts";
import { resolveWindow } from "./window.ts";

/** Where a search looks further, and what an empty window offers: sparing calls, so few steps. */
const searchSteps: readonly WindowPreset[] = ["90d", "all"];
const emptySteps: readonly WindowPreset[] = ["30d", "90d", "all"];

/** The windows to look at when one shows nothing: those that hold all of it and more, the nearest first. */
export function ladderSteps(window: CustomersView["window"], searching: boolean, nowMs: number): WindowPreset[] {
  const { datefrom } = resolveWindow(window, nowMs);
  const endsEarly = typeof window !== "string" && window.dateto !== undefined;
  return (searching ? searchSteps : emptySteps).filter((step) => {
    const wider = resolveWindow(step, nowMs).datefrom;
    return wider < datefrom || (endsEarly && wider <= datefrom);
  });
}
