import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { CustomerServices } from "#server/bff/customers/customer-services.ts";
import type { JobServices } from "#server/bff/jobs/job-services.ts";
import type { NoteServices } from "#server/bff/notes/note-services.ts";

export interface CallerCardServices extends AttentionServices, CustomerServices, JobServices, NoteServices {}
