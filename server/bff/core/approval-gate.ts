import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { ShownTime } from "#lib/contract/operations/planned-time.ts";
import type { ApprovalKind, ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import type { ApprovalDecision } from "#server/bff/store/approvals/approvals.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";

/**
 * A write that a person is about to make. Approval can be requested only for contract changes and for whole bulk
 * changes, imports and planned changes. The gate accepts no other kind of operation, because nobody could approve it.
 */
export type WantedWrite = WantedFacts &
  (
    | { kind: "change"; changes: readonly [BulkChange] }
    /**
     * `changes`: the distinct values that the write sets. Empty if the write sets no contract value, for example in an
     * import.
     */
    | { kind: Exclude<ApprovalKind, "change">; changes: readonly BulkChange[] }
  );

interface WantedFacts {
  environment: Environment;
  staffID: string;
  /** The number of customers that the write changes. */
  rows: number;
  /**
   * True for a bulk change that only creates planned changes. In this case, the rule for planned changes applies too.
   */
  isPlanned?: boolean | undefined;
  /**
   * The ID of the subject, if it already exists: a bulk change, an import or a planned change. The subject itself is
   * then not counted as an earlier change.
   */
  subjectID?: string | undefined;
}

interface Person {
  staffID: string;
  email: string;
}

/** The people who took part in a subject that needs approval. */
export interface ApprovalParts {
  /** The people who requested, started or took over the subject, or who are responsible for it. */
  requesters: readonly Person[];
  /** The people who edited the subject while it was waiting for approval. */
  editors?: readonly Person[] | undefined;
}

/** The interface to approvals, for modules that make writes. The approvals module implements it. */
export interface ApprovalGate {
  /**
   * The approval rules that apply. Empty if no approval is needed. `on` is the transaction that stores the write. With
   * `on`, two parallel writes cannot exceed a limit together.
   */
  reasons(wanted: WantedWrite, on?: Parameters<WriteGuard>[0]): Promise<readonly ApprovalReason[]>;
  /**
   * Checks the rules in the transaction that records a write. Because of this, two parallel writes cannot exceed a
   * limit together. Throws `approval_required` if an approval is needed. Nothing is stored in this case.
   */
  guard(wanted: WantedWrite): WriteGuard;
  /**
   * Throws `approval_required` if the current content needs an approval and has none, or if an approval was requested
   * but not given. Throws `other_person_required` if this person approved the subject, or could use the approver's
   * account. If the subject needs no approval, returns a guard that repeats the check in the transaction that starts
   * the subject. Undefined if the subject is approved.
   */
  assertReleased(wanted: WantedWrite & { kind: "bulk" | "import"; subjectID: string }): Promise<WriteGuard | undefined>;
  /**
   * Requests approval of a checked run on behalf of the person who accepted it as a proposal, if a rule applies. The
   * guard runs in the transaction that ends the check, so the request covers exactly the checked content.
   */
  requestOnBehalf(
    subject: ApprovalSubject,
    run: {
      environment: Environment;
      kind: "bulk";
      subjectID: string;
      requestedBy: Person;
      ticket: string | null;
      reason: string | null;
    },
  ): WriteGuard;
  /**
   * Returns an error if this person may not decide about the subject. People may not decide if they took part in the
   * subject, or if they could use an account that took part. Undefined if the person may decide.
   */
  otherPersonRefusal(decider: { staffID: string }, parts: ApprovalParts): Promise<AppError | undefined>;
  /**
   * Returns a sentence if an approved subject may not continue, because its approver has lost the permission to
   * approve. Undefined if the subject may continue.
   */
  lapsed(subject: {
    environment: Environment;
    kind: "bulk" | "import";
    subjectID: string;
  }): Promise<string | undefined>;
}

/** What the approver sees of a subject. */
export interface ApprovalSubject {
  /** SHA-256 of exactly the rows that will be sent. It does not change while the subject runs. */
  digest: string;
  title: string;
  rows: number;
  changes: readonly BulkChange[];
  /** True if the subject is a planned change, or if its rows become planned changes. */
  isPlanned?: boolean | undefined;
  /** When the planned changes begin. Temporary changes also have the time when they end. */
  times?: { at: ShownTime; until?: ShownTime | undefined } | undefined;
  /** Set if all rows get the same value. */
  change?: BulkChange | undefined;
  /** The people who requested, resumed, took over or edited the subject. These people may not approve the subject. */
  parts: ApprovalParts;
  href: string;
}

/** Describes the subjects of one module for approval. The source is registered in the module's `module.ts`. */
export interface ApprovalSource {
  kind: Exclude<ApprovalKind, "change">;
  /** The content that would be sent. Null if the subject is not waiting to be started. */
  describe(environment: Environment, subjectID: string): Promise<ApprovalSubject | null>;
  /** Reads the subject's customers again if this takes only a few calls. Returns the differences as texts. */
  differences(environment: Environment, subjectID: string, requestID: string): Promise<string[]>;
  /**
   * Stores a decision and applies it to the subject. False if the request is no longer open for this decision. Missing
   * if a decision does not change the subject. In that case, only the decision is stored.
   */
  decide?(
    environment: Environment,
    subjectID: string,
    decision: ApprovalDecision,
    event: NewAuditEvent,
  ): Promise<boolean>;
}
