import { useState } from "react";
import type { JobList } from "#lib/contract/job.ts";
import { isSameOrder, newJobs } from "./live-rows.ts";

interface HeldList {
  /** The list whose rows are shown. */
  shown: JobList | undefined;
  /** The newest answer, if it has other rows than the shown list. */
  newest: JobList | undefined;
  /** The number of jobs of the newest answer that are not shown. */
  count: number;
  /** Shows the rows of the newest answer. */
  show: () => void;
}

/**
 * Keeps the shown rows in their places while newer answers arrive. Otherwise a new job would move every row under the
 * pointer. An answer with the same rows, and the first answer of another view, are shown immediately.
 */
export function useHeldList<View>(view: View, data: JobList | undefined): HeldList {
  const [held, setHeld] = useState<{ list: JobList; view: View }>();
  const isHeld = held?.view === view && data !== undefined && !isSameOrder(held.list, data);
  if (data && !isHeld && (held?.list !== data || held.view !== view)) setHeld({ list: data, view });
  if (!isHeld || !held || !data) return { shown: data, newest: undefined, count: 0, show: () => {} };
  return { shown: held.list, newest: data, count: newJobs(held.list, data), show: () => setHeld({ list: data, view }) };
}
