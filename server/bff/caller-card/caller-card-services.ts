import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { JobServices } from "#server/bff/jobs/job-services.ts";
import type { LookupContext } from "#server/bff/lookup/part.ts";
import type { NoteServices } from "#server/bff/notes/note-services.ts";

export interface CallerCardServices extends AttentionServices, CustomerServices, JobServices, NoteServices {}

/** What the search and the reasons need: the person, the environment, the API's client and the services. */
export interface CallerCardContext extends LookupContext {
  services: CallerCardServices;
}
