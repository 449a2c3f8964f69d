import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { ShownTime } from "#lib/contract/operations/planned-time.ts";
import type { ApprovalKind, ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import type { ApprovalDecision } from "#server/bff/store/approvals/approvals.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";

/**
 * A write that a person is about to make. Approval can be requested for changes of contracts and for whole runs only, so
 * the gate takes no other kind of operation: it would be refused, and nobody could approve it.
 */
export type WantedWrite = WantedFacts &
  (
    | { kind: "change"; changes: readonly [BulkChange] }
    /** `changes`: the values that the write sets, each once. Empty if it sets none, as for an import. */
    | { kind: Exclude<ApprovalKind, "change">; changes: readonly BulkChange[] }
  );

interface WantedFacts {
  environment: Environment;
  staffID: string;
  /** The number of customers that the write changes. */
  rows: number;
  /** True for a bulk change that only plans: the rule for planned changes applies as well. */
  isPlanned?: boolean | undefined;
  /** The bulk change, the import, or the planned change that is planned again. It is not counted twice. */
  subjectID?: string | undefined;
}

interface Person {
  staffID: string;
  email: string;
}

/** The people who took part in a subject of approval. */
export interface ApprovalParts {
  /** The people who requested it, run it, took it over, or are responsible for it. */
  requesters: readonly Person[];
  /** The people who have edited it while it waited. */
  editors?: readonly Person[] | undefined;
}

/** The interface to approvals for the modules that write. The approvals module implements it. */
export interface ApprovalGate {
  /**
   * The approval rules that apply. Empty: no approval needed. `on`: the transaction that stores the write, so that two
   * parallel writes do not both stay under a limit.
   */
  reasons(wanted: WantedWrite, on?: Parameters<WriteGuard>[0]): Promise<readonly ApprovalReason[]>;
  /**
   * Makes the same check while a write is recorded, so that two parallel writes do not both stay under a limit. Throws
   * `approval_required`; then nothing is stored.
   */
  guard(wanted: WantedWrite): WriteGuard;
  /**
   * Throws `approval_required` if the subject needs an approval, or one was requested already, and its current content
   * is not approved. Throws `forbidden` if this person is the one who approved it. If nobody has approved it, returns a
   * check to repeat in the transaction that starts it.
   */
  assertReleased(wanted: WantedWrite & { kind: "bulk" | "import"; subjectID: string }): Promise<WriteGuard | undefined>;
  /**
   * Returns the refusal if this person may not decide: they took part in the subject, or one person could own both
   * accounts. Undefined if they may.
   */
  otherPersonRefusal(decider: { staffID: string }, parts: ApprovalParts): Promise<AppError | undefined>;
  /**
   * Returns the refusal if a released subject may not continue, because the approver has lost the right to approve.
   * Undefined if it may.
   */
  lapsed(subject: {
    environment: Environment;
    kind: "bulk" | "import";
    subjectID: string;
  }): Promise<string | undefined>;
}

/** The facts about a subject that its approver sees. */
export interface ApprovalSubject {
  /** SHA-256 over exactly the rows that will be sent. It stays the same while the subject runs. */
  digest: string;
  title: string;
  rows: number;
  changes: readonly BulkChange[];
  /** True if it is planned, or its rows become planned changes. */
  isPlanned?: boolean | undefined;
  /** When the planned changes begin, and end if they are temporary. */
  times?: { at: ShownTime; until?: ShownTime | undefined } | undefined;
  /** Set if all rows get the same value. */
  change?: BulkChange | undefined;
  /** The people who requested, resumed, took over or edited the subject. None of them may approve it. */
  parts: ApprovalParts;
  href: string;
}

/** How a module describes its subjects of approval; its `module.ts` adds it. */
export interface ApprovalSource {
  kind: Exclude<ApprovalKind, "change">;
  /** The content that would be sent, or null if the subject is not waiting to be started. */
  describe(environment: Environment, subjectID: string): Promise<ApprovalSubject | null>;
  /** Reads the subject's customers again, if that takes few calls, and returns the differences in words. */
  differences(environment: Environment, subjectID: string, requestID: string): Promise<string[]>;
  /**
   * Stores a decision together with what follows from it for the subject. False if the request does not wait for this
   * decision any more. Absent: nothing follows, and the decision alone is stored.
   */
  decide?(
    environment: Environment,
    subjectID: string,
    decision: ApprovalDecision,
    event: NewAuditEvent,
  ): Promise<boolean>;
}
