import type { Environment } from "#lib/contract/environment.ts";
import type { AppError } from "#lib/contract/operations/app-error.ts";
import type { ApprovalKind, ApprovalReason } from "#lib/contract/values/operations/approval-states.ts";
import type { BulkChange } from "#lib/contract/values/operations/bulk-states.ts";
import type { WriteGuard } from "#server/bff/store/operations/operation-recording.ts";

/** Something that somebody is about to write. */
export interface WantedWrite {
  environment: Environment;
  staffID: string;
  kind: ApprovalKind | "planned";
  /** How many customers it is about. */
  rows: number;
  /** The values that it sets, each once; empty where there are none, as of an import. */
  changes: readonly BulkChange[];
  /** The bulk change or import, or the planned change that is planned again: it is not counted twice. */
  subjectID?: string | undefined;
}

interface Person {
  staffID: string;
  email: string;
}

/** Who has a part in something that a second person decides about. */
export interface ApprovalParts {
  /** Who requested, runs or took it over, or answers for it. */
  requesters: readonly Person[];
  /** Who has edited what waits. */
  editors?: readonly Person[] | undefined;
}

/** What the rooms that write ask about approvals by a second person. The room of approvals answers. */
export interface ApprovalGate {
  /**
   * By which rules it needs a second person; none: it needs nobody. `on`: in the transaction that keeps it, so that two
   * at once do not both stay under a limit.
   */
  reasons(wanted: WantedWrite, on?: Parameters<WriteGuard>[0]): Promise<readonly ApprovalReason[]>;
  /**
   * Checks the same while a write is recorded, so that two at once do not both stay under a limit. Throws
   * `approval_required`; then nothing is kept.
   */
  guard(wanted: WantedWrite): WriteGuard;
  /**
   * Throws `approval_required` where this needs a second person, or one is asked already, and what stands there now is not
   * what was approved; and `forbidden` where the person is the one who approved it. Gives what is to be checked once more
   * in the transaction that begins it, where nobody has approved it.
   */
  assertReleased(wanted: WantedWrite & { kind: "bulk" | "import"; subjectID: string }): Promise<WriteGuard | undefined>;
  /**
   * Why this person is no second person for it, in words: they have a part in it, or one person could be behind both
   * accounts. Undefined: they are one.
   */
  otherPersonRefusal(decider: { staffID: string }, parts: ApprovalParts): Promise<AppError | undefined>;
  /** Why a released one may not go on: the person who approved it has lost the right to. Undefined: it may. */
  lapsed(subject: {
    environment: Environment;
    kind: "bulk" | "import";
    subjectID: string;
  }): Promise<string | undefined>;
}

/** What is known of a subject with many rows, for the person who decides about it. */
export interface ApprovalSubject {
  /** SHA-256 over exactly what will be sent; it stays the same while that is carried out. */
  digest: string;
  title: string;
  rows: number;
  changes: readonly BulkChange[];
  /** Set where all rows get the same value. */
  change?: BulkChange | undefined;
  /** Who requested, resumed or took it over, and who edited it: none of them approves it. */
  parts: ApprovalParts;
  href: string;
}

/** How a room describes its subjects; `create-approvals.ts` registers it. */
export interface ApprovalSource {
  kind: "bulk" | "import";
  /** What would be sent; null where it does not wait to be started. */
  describe(environment: Environment, subjectID: string): Promise<ApprovalSubject | null>;
  /** Reads again what it is about, as far as that takes few calls: what is other than it was, in words. */
  differences(environment: Environment, subjectID: string, requestID: string): Promise<string[]>;
}
