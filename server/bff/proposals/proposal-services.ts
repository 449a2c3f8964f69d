import type { ApprovalServices } from "#server/bff/approvals/approval-services.ts";
import type { NoteServices } from "#server/bff/notes/note-services.ts";

export interface ProposalServices extends ApprovalServices, NoteServices {}
