import type { Insertable, Selectable } from "kysely";
import type { KnownCustomersTable, KnownStatesTable } from "#server/bff/store/schema/tables/known-tables.ts";
import { type KnownState, nothingShown } from "./known-state.ts";
import type { HistoryState, MemberTimes, StateCause } from "./timeline.ts";

/** A row of `knownCustomers`. */
export type CustomerRow = Selectable<KnownCustomersTable>;

/** A row of `knownStates`. */
export type StateRow = Selectable<KnownStatesTable>;

/** JSON omits undefined members, so they are added here. */
const stateOfText = (text: string): KnownState => ({ ...nothingShown, ...(JSON.parse(text) as Partial<KnownState>) });

function historyState(row: Omit<StateRow, "environment" | "customerKey">): HistoryState {
  return {
    state: stateOfText(row.state),
    since: { sentAt: row.sinceSentAt, answeredAt: row.sinceAnsweredAt },
    until: { sentAt: row.sentAt, answeredAt: row.answeredAt },
    memberTimes: row.memberTimes === null ? {} : (JSON.parse(row.memberTimes) as MemberTimes),
    cause: (row.cause ?? undefined) as StateCause | undefined,
    operationID: row.operationID ?? undefined,
  };
}

/** The newest state of a customer. Undefined if only the name and the creation time are stored. */
export const newestState = ({ seenAt, state, ...row }: CustomerRow): HistoryState | undefined =>
  state === null ? undefined : historyState({ ...row, state, answeredAt: seenAt });

export const earlierState = (row: StateRow): HistoryState => historyState(row);

function stateColumns({ state, since, until, memberTimes, cause, operationID }: HistoryState) {
  return {
    sinceSentAt: since.sentAt,
    sinceAnsweredAt: since.answeredAt,
    sentAt: until.sentAt,
    state: JSON.stringify(state),
    memberTimes: Object.keys(memberTimes).length === 0 ? null : JSON.stringify(memberTimes),
    cause: cause ?? null,
    operationID: operationID ?? null,
  };
}

/** Milliseconds since 1970. Null if the text is not a valid time. */
function instantOf(text: string | undefined): number | null {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isSafeInteger(ms) ? ms : null;
}

/** The columns of `knownCustomers` that are derived from the newest state. */
export function newestColumns(newest: HistoryState) {
  const { companyName, created, deleted, deletedAt } = newest.state;
  return {
    companyName,
    created: created ?? null,
    createdAt: instantOf(created),
    deletedSince: deleted ? (instantOf(deletedAt) ?? newest.since.answeredAt) : null,
    seenAt: newest.until.answeredAt,
    ...stateColumns(newest),
  };
}

/** The columns of `knownStates` for an earlier state. */
export const earlierColumns = (
  earlier: HistoryState,
): Omit<Insertable<KnownStatesTable>, "environment" | "customerKey"> => ({
  answeredAt: earlier.until.answeredAt,
  ...stateColumns(earlier),
});
