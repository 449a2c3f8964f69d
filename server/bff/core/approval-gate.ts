import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { ShownTime } from "#lib/contract/operations/planned-time.ts";
import type { ApprovalKind, ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import type { ApprovalDecision } from "#server/bff/store/approvals/approvals.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";

/**
 * A write that a person is about to make. Approval can be requested only for changes of contracts and for whole runs.
 * So the gate accepts no other kind of operation: it would be refused, and nobody could approve it.
 */
export type WantedWrite = WantedFacts &
  (
    | { kind: "change"; changes: readonly [BulkChange] }
    /**
     * `changes`: the different values that the write sets. Empty if the write sets no contract value, as in an import.
     */
    | { kind: Exclude<ApprovalKind, "change">; changes: readonly BulkChange[] }
  );

interface WantedFacts {
  environment: Environment;
  staffID: string;
  /** The number of customers that the write changes. */
  rows: number;
  /** True for a bulk change that only creates planned changes. The rule for planned changes then applies too. */
  isPlanned?: boolean | undefined;
  /**
   * The ID of the subject itself: the bulk change, the import, or the planned change that is planned again. The subject
   * does not count as an earlier change.
   */
  subjectID?: string | undefined;
}

interface Person {
  staffID: string;
  email: string;
}

/** The people who took part in a subject of approval. */
export interface ApprovalParts {
  /** The people who requested the subject, started it, took it over, or are responsible for it. */
  requesters: readonly Person[];
  /** The people who edited the subject while it waited. */
  editors?: readonly Person[] | undefined;
}

/** The interface to approvals for modules that write. Implemented by the approvals module. */
export interface ApprovalGate {
  /**
   * The approval rules that apply. Empty: no approval needed. `on` is the transaction that stores the write. With it,
   * two parallel writes cannot exceed a limit together.
   */
  reasons(wanted: WantedWrite, on?: Parameters<WriteGuard>[0]): Promise<readonly ApprovalReason[]>;
  /**
   * Checks the rules in the transaction that records a write, so that two parallel writes cannot exceed a limit
   * together. Throws `approval_required`; then nothing is stored.
   */
  guard(wanted: WantedWrite): WriteGuard;
  /**
   * Throws `approval_required` if the subject's current content needs an approval that it does not have, or if an
   * approval was requested and not given. Throws `forbidden` if this person approved the subject. If nobody has
   * approved the subject, returns a check that must be repeated in the transaction that starts it.
   */
  assertReleased(wanted: WantedWrite & { kind: "bulk" | "import"; subjectID: string }): Promise<WriteGuard | undefined>;
  /**
   * Returns the refusal if this person may not decide. They may not if they took part in the subject, or if they could
   * own an account that did. Undefined if the person may decide.
   */
  otherPersonRefusal(decider: { staffID: string }, parts: ApprovalParts): Promise<AppError | undefined>;
  /**
   * Returns the refusal if a released subject may not continue, because the approver has lost the right to approve.
   * Undefined if the subject may continue.
   */
  lapsed(subject: {
    environment: Environment;
    kind: "bulk" | "import";
    subjectID: string;
  }): Promise<string | undefined>;
}

/** The facts about a subject that its approver sees. */
export interface ApprovalSubject {
  /** SHA-256 over exactly the rows that will be sent. The digest stays the same while the subject runs. */
  digest: string;
  title: string;
  rows: number;
  changes: readonly BulkChange[];
  /** True if the subject is a planned change, or if its rows become planned changes. */
  isPlanned?: boolean | undefined;
  /** When the planned changes begin, and when they end if they are temporary. */
  times?: { at: ShownTime; until?: ShownTime | undefined } | undefined;
  /** Set if all rows get the same value. */
  change?: BulkChange | undefined;
  /** The people who requested, resumed, took over or edited the subject. None of them may approve it. */
  parts: ApprovalParts;
  href: string;
}

/** Describes the subjects of approval of one module. The module's `module.ts` adds this source. */
export interface ApprovalSource {
  kind: Exclude<ApprovalKind, "change">;
  /** The content that would be sent, or null if the subject is not waiting to be started. */
  describe(environment: Environment, subjectID: string): Promise<ApprovalSubject | null>;
  /** Reads the subject's customers again, if few calls are enough, and returns the differences in words. */
  differences(environment: Environment, subjectID: string, requestID: string): Promise<string[]>;
  /**
   * Stores a decision together with its effect on the subject. False if the request no longer waits for this decision.
   * Absent: the decision has no effect on the subject and is stored alone.
   */
  decide?(
    environment: Environment,
    subjectID: string,
    decision: ApprovalDecision,
    event: NewAuditEvent,
  ): Promise<boolean>;
}
