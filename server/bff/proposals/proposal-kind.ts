import type { z } from "zod";
import type { Contract } from "#lib/contract/customers/customer.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { ContentOf } from "#lib/contract/operations/proposal-contents.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import type { ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import type { ProposalKind, ProposalResult } from "#lib/contract/values/operations/proposal-states.ts";
import type { ApiContext } from "#server/bff/core/api-context.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";
import type { ProposalServices } from "./proposal-services.ts";

/** The context of an assistant's request. */
export type ProposingContext = Pick<
  RouteContext<"viewer", "/api/:environment/proposals", ProposalServices>,
  "services" | "environment" | "requestID" | "address" | "signal" | "session" | "requestHeaders"
>;

/** The context of a person's decision. */
export type DecisionContext = Pick<
  RouteContext<"approvals.decide", "/api/:environment/proposals", ProposalServices>,
  "services" | "environment" | "session" | "requestID" | "signal" | "address" | "requestHeaders"
>;

/** How the current state differs from what the proposal was made from. */
export interface ComparedProposal {
  /** The current contract, for a proposal about the contract of one customer. */
  current?: Contract;
  /** The differences, as sentences. A proposal can be accepted only if there are none. */
  differences: string[];
  /** The people who are notified when it is accepted, except the person who accepts it. */
  notifies?: { staffID: string; name: string }[];
}

/** What a person has decided to carry out. */
export interface AcceptedProposal<Content> {
  proposalID: string;
  content: Content;
  /** The ticket and the reason of the person. */
  reference: WriteReference | undefined;
  /**
   * Returns the guard that stores the decision. The guard must run in the transaction that records what the decision
   * starts. If the guard throws, nothing may be recorded and nothing may be sent.
   */
  decided(kind: ProposalResult, id: string): WriteGuard;
  /** Takes the decision back, because a freeze or the change limit has stopped the operation before it was sent. */
  reopen(operationID: string): Promise<boolean>;
}

/** The tool with which an assistant makes a proposal. All texts are fixed. */
export interface ProposalTool<Input extends z.ZodRawShape> {
  name: string;
  title: string;
  about: string;
  /** The input, besides the environment and the reason. */
  input: z.ZodObject<Input>;
}

/** Everything that differs between the kinds of proposals (docs/decisions/0075-kinds-of-proposals.md). */
export interface ProposalKindDescription<Kind extends ProposalKind, Input extends z.ZodRawShape> {
  kind: Kind;
  tool: ProposalTool<Input>;
  /**
   * Reads what is needed now, makes the checks that a person's request gets, and returns the content. Throws if a
   * person's request would be refused.
   */
  contentOf(context: ProposingContext, input: z.output<z.ZodObject<Input>>): Promise<Omit<ContentOf<Kind>, "kind">>;
  /** Compares the content with the current state. */
  compare(context: ApiContext<ProposalServices>, content: ContentOf<Kind>): Promise<ComparedProposal>;
  /** The approval rules that apply if this person decides. */
  rules(context: ApiContext<ProposalServices>, content: ContentOf<Kind>): Promise<readonly ApprovalReason[]>;
  /** Carries out the content like a person's request. Returns the operation, if one was recorded. */
  carryOut(context: DecisionContext, accepted: AcceptedProposal<ContentOf<Kind>>): Promise<Operation | undefined>;
  /** The content for the audit log. */
  audited(content: ContentOf<Kind>): Record<string, unknown>;
}

/** The only way to describe a kind. It checks that the parts of the description fit each other. */
export const describeProposalKind = <Kind extends ProposalKind, Input extends z.ZodRawShape>(
  description: ProposalKindDescription<Kind, Input>,
): AnyProposalKind => description as unknown as AnyProposalKind;

/** A kind whose content has another type for each kind. */
export type AnyProposalKind = ProposalKindDescription<ProposalKind, z.ZodRawShape>;

/** The error for a proposal that a person could not make either. */
export const notProposed = (message: string, field: string): AppError =>
  new AppError("invalid_request", `Nothing was proposed: ${message}`, { errors: [{ field, message }] });

/** The error for a decision if another person has decided, or the proposal has expired, during the decision. */
export const decidedMeanwhile = (): AppError =>
  new AppError("proposal_moved", "This was decided or has expired in the meantime. Check it again. Nothing was sent.");
