import { jobStates } from "#lib/contract/values/job-states.ts";
import { declareListView, someOf } from "./declared-view.ts";

/** Which jobs the page shows. */
const view = declareListView({
  /** Empty: all jobs of the API. Otherwise the recorded jobs in these states. */
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
