import type { EmptyCause } from "#lib/why-not/why-empty.ts";
import type { CauseElsewhere } from "#lib/why-not/why-refused.ts";

interface EmptyCauseTexts {
  /** Says why a list is empty. `rows` is a number with its noun, such as `3 customers`. */
  reason: (rows: string, name: string) => string;
  /**
   * The name of the limit. Used in the sentence that lists all limits that may make the list empty, because one of them
   * could not be counted.
   */
  limit: (name: string) => string;
  /** The label of the button that removes the limit. */
  step: (name: string) => string;
}

/** The texts for each cause. `name` is the name of the filter or of the environment. */
export const emptyCauseTexts: Readonly<Record<EmptyCause, EmptyCauseTexts>> = {
  window: {
    reason: (rows) => `The date range leaves out ${rows}.`,
    limit: () => "the date range",
    step: () => "Show any day",
  },
  deleted: {
    reason: (rows) => `Deleted ones are not shown: ${rows}.`,
    limit: () => "leaving out deleted ones",
    step: () => "Include deleted",
  },
  environment: {
    reason: (rows, name) => `${rows} found in ${name}.`,
    limit: () => "this environment",
    step: (name) => `Search in ${name}`,
  },
  search: {
    reason: (rows) => `Without the search text: ${rows}.`,
    limit: () => "the search text",
    step: () => "Clear search",
  },
  filter: {
    reason: (rows, name) => `The filter “${name}” leaves out ${rows}.`,
    limit: (name) => `the filter “${name}”`,
    step: (name) => `Remove the filter “${name}”`,
  },
  filters: {
    reason: (rows) => `The filters together leave out ${rows}.`,
    limit: () => "all filters together",
    step: () => "Remove all filters",
  },
};

export const whyEmptyTexts = {
  lookUp: (text: string) => `Search everywhere for “${text}”`,
  moreThan: (rows: string) => `more than ${rows}`,
  checking: "Checking what leaves out the rest…",
  undecided: (limits: string) => `Limited by ${limits}. What this leaves out could not be counted.`,
} as const;

/**
 * The reason why something is not allowed, and the text of a link. The link leads to the step that makes it possible.
 */
export const refusalTexts: Readonly<Record<CauseElsewhere, { reason: string; step: string }>> = {
  role: {
    reason: "Your role does not allow this. An administrator can change it.",
    step: "See what your role may do",
  },
  environment: {
    reason: "You have no access to this environment. An administrator can change it.",
    step: "See your environments",
  },
  factor: { reason: "Your account has no second factor.", step: "Set up a second factor" },
  deleted: { reason: "This customer is deleted.", step: "Create a new customer" },
  job: { reason: "A job is running on this customer.", step: "Open the job" },
  planned: { reason: "This customer already has a planned change.", step: "Open the planned change" },
  paused: { reason: "Requests to the API are paused.", step: "Open API status" },
  credentials: { reason: "The API does not accept Switchboard's key.", step: "Open API status" },
  bulks: { reason: "Too many bulk changes are not finished.", step: "Open bulk changes" },
  plans: { reason: "Too many planned changes are open.", step: "Open planned changes" },
  imports: { reason: "Another import is not finished.", step: "Open imports" },
};
