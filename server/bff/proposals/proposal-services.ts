import type { ApprovalServices } from "#server/bff/approvals/approval-services.ts";
import type { BulkServices } from "#server/bff/bulk/bulk-services.ts";
import type { NoteServices } from "#server/bff/notes/note-services.ts";

/** The services with which proposals of all kinds are carried out. */
export interface ProposalServices extends ApprovalServices, BulkServices, NoteServices {}
