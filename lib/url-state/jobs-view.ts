import { jobStates } from "#lib/contract/values/job-states.ts";
import { declareListView, someOf } from "./declared-view.ts";

/** Which jobs the page shows. */
const view = declareListView({
  /** The chosen states. Empty: the API's jobs. Otherwise the known jobs in these states. */
  states: someOf(jobStates, "state"),
});

export type JobsView = ReturnType<typeof view.parse>;

export const {
  initial: defaultJobsView,
  parse: parseJobsView,
  params: jobsViewParams,
  query: jobsQuery,
  change: changeJobsView,
} = view;
