import type { ActivityServices } from "#server/bff/activities/activity-services.ts";
import type { AttentionServices } from "#server/bff/attention/attention-services.ts";
import type { HttpServices } from "#server/bff/http/pipeline/http-services.ts";
import type { KnownRouteServices } from "#server/bff/known/known-services.ts";
import type { NoteServices } from "#server/bff/notes/note-services.ts";
import type { NumberServices } from "#server/bff/numbers/number-services.ts";
import type { PlannedServices } from "#server/bff/planned/planned-services.ts";
import type { ProposalServices } from "#server/bff/proposals/proposal-services.ts";

/** The services of all routes that tools call. */
export interface AssistantServices
  extends HttpServices,
    PlannedServices,
    NoteServices,
    NumberServices,
    ActivityServices,
    KnownRouteServices,
    AttentionServices,
    ProposalServices {}
