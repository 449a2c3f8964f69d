import { useState } from "react";
import { usePageReloads } from "#components/ui/panel/page-reloads.ts";
import type { JobList } from "#lib/contract/job.ts";
import { isSameOrder, newJobs } from "./live-rows.ts";

interface HeldList {
  /** The list whose rows are shown. */
  shown: JobList | undefined;
  /** The newest answer, if it has other rows than the shown list. */
  newest: JobList | undefined;
  /** The number of new jobs that are not shown. */
  count: number;
  /** Shows the rows of the newest answer. */
  show: () => void;
}

/**
 * Keeps the shown rows in their places while newer answers arrive. Otherwise a new job would move every row under the
 * pointer. Three kinds of answers are shown immediately:
 * - an answer with the same rows in the same order
 * - the first answer of another view
 * - the answer that the person has requested with "Reload"
 */
export function useHeldList<View>(view: View, data: JobList | undefined): HeldList {
  const reloads = usePageReloads();
  const [held, setHeld] = useState<{ list: JobList; view: View; reloads: number }>();
  const isCurrent = held !== undefined && held.view === view && held.reloads === reloads;
  const isHeld = isCurrent && data !== undefined && !isSameOrder(held.list, data);
  if (data && !isHeld && !(isCurrent && held.list === data)) setHeld({ list: data, view, reloads });
  if (!isHeld) return { shown: data, newest: undefined, count: 0, show: () => {} };
  const show = () => setHeld({ list: data, view, reloads });
  return { shown: held.list, newest: data, count: newJobs(held.list, data), show };
}
