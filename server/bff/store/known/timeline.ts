import { type HistoryMember, historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { changedMembers, type KnownState, nothingShown, stateMembers } from "./known-state.ts";

/**
 * When a request to the API was sent and when its answer arrived, in milliseconds since 1970. The answer shows the
 * state of the API at an unknown time between these two times.
 */
export interface ReadingTimes {
  sentAt: number;
  answeredAt: number;
}

/**
 * A state of a customer, as observed in answers of the API. `since` belongs to the first answer that showed the state,
 * and `until` to the last. Nothing is known about the time between two answers.
 */
export interface SeenState {
  state: KnownState;
  since: ReadingTimes;
  until: ReadingTimes;
}

/**
 * The interval of a member, if it differs from the interval of the state. `operationID`: the operation that explains
 * the change of this member. Set if it differs from the operation of the state, or if the cause of the state is
 * `elsewhere`.
 */
export type MemberTimes = Partial<
  Record<keyof KnownState, { since?: ReadingTimes; until?: ReadingTimes; operationID?: string }>
>;

/**
 * Why a state began. `first`: no earlier state is known. `operation`: an operation of this console explains it.
 * `elsewhere`: no operation of this console explains it.
 */
export type StateCause = "first" | "operation" | "elsewhere";

/** The computed cause of a state. */
export interface KnownCause {
  cause: StateCause | undefined;
  operationID: string | undefined;
  /** The operations that explain single members (`MemberTimes`). */
  memberOperations: Partial<Record<HistoryMember, string>>;
}

/** A state in a customer's history. */
export interface HistoryState extends SeenState {
  memberTimes: MemberTimes;
  /** Undefined until `causeOf` or `causeOfFirst` has computed it. */
  cause: StateCause | undefined;
  operationID: string | undefined;
}

const isShown = (state: KnownState, member: keyof KnownState) => state[member] !== undefined;

const isSame = (a: KnownState, b: KnownState) => changedMembers(a, b).length === 0;

/** Combines two states: the members of `shown`, and for missing members the values of `before`. */
function merged(before: KnownState, shown: KnownState): KnownState {
  const state = { ...before };
  for (const member of stateMembers) if (isShown(shown, member)) Object.assign(state, { [member]: shown[member] });
  // A customer that was restored no longer has a time of deletion.
  return state.deleted ? state : { ...state, deletedAt: undefined };
}

/** The interval in which API answers have shown the value of a member. */
export function intervalOf(
  { since, until, memberTimes }: HistoryState,
  member: keyof KnownState,
): { since: ReadingTimes; until: ReadingTimes } {
  const own = memberTimes[member];
  return { since: own?.since ?? since, until: own?.until ?? until };
}

/**
 * The operation that explains why a member changed at the start of this state. Undefined if no operation explains it.
 */
export const operationOf = ({ cause, operationID, memberTimes }: HistoryState, member: HistoryMember) =>
  memberTimes[member]?.operationID ?? (cause === "operation" ? operationID : undefined);

/** The operations that explain the change of at least one member at the start of this state. */
export const operationsOf = ({ operationID, memberTimes }: HistoryState): string[] =>
  [operationID, ...Object.values(memberTimes).map((times) => times.operationID)].filter((id) => id !== undefined);

/** A copy of the state with this cause. */
export function withCause(row: HistoryState, { cause, operationID, memberOperations }: KnownCause): HistoryState {
  const memberTimes = { ...row.memberTimes };
  for (const [member, id] of Object.entries(memberOperations) as [HistoryMember, string][]) {
    memberTimes[member] = { ...memberTimes[member], operationID: id };
  }
  return { ...row, cause, operationID, memberTimes };
}

/** The first state of a customer that was not known before. */
export const firstState = (seen: SeenState): HistoryState => ({
  ...seen,
  memberTimes: {},
  cause: undefined,
  operationID: undefined,
});

/** The state after `before`. A member that the new API answer does not contain keeps its value and its interval. */
function nextState(before: HistoryState, seen: SeenState): HistoryState {
  const memberTimes: MemberTimes = {};
  for (const member of stateMembers) {
    if (isShown(before.state, member) && !isShown(seen.state, member)) memberTimes[member] = intervalOf(before, member);
  }
  return { ...firstState(seen), state: merged(before.state, seen.state), memberTimes };
}

/** Extends a state up to a later API answer that shows the same values. */
function extended(row: HistoryState, seen: SeenState): HistoryState {
  const memberTimes: MemberTimes = {};
  for (const member of stateMembers) {
    const own = row.memberTimes[member];
    const [isKnown, isSeen] = [isShown(row.state, member), isShown(seen.state, member)];
    if (isKnown && !isSeen) memberTimes[member] = { until: row.until, ...own };
    else if (!isKnown && isSeen) memberTimes[member] = { since: seen.since };
    else if (own?.since) memberTimes[member] = { since: own.since };
    if (own?.operationID) memberTimes[member] = { ...memberTimes[member], operationID: own.operationID };
  }
  return { ...row, state: merged(row.state, seen.state), memberTimes, until: seen.until };
}

/**
 * Adds a state that was seen later than all states of the history. If it equals the last state, extends the last state.
 */
function append(history: readonly HistoryState[], seen: SeenState): readonly HistoryState[] {
  const last = history.at(-1);
  if (!last) return [firstState(seen)];
  if (!isSame(last.state, seen.state)) return [...history, nextState(last, seen)];
  return [...history.slice(0, -1), extended(last, seen)];
}

/**
 * True if the last answer of `a` arrived before the first request of `b` was sent. Otherwise, the order of `a` and `b`
 * is not certain.
 */
const isBefore = (a: ReadingTimes, b: ReadingTimes) => a.answeredAt <= b.sentAt;

/** Splits a seen state into its first and its last answer. */
const endsOf = ({ state, since, until }: SeenState): SeenState[] =>
  since.sentAt === until.sentAt && since.answeredAt === until.answeredAt
    ? [{ state, since, until }]
    : [since, until].map((times) => ({ state, since: times, until: times }));

/**
 * Rebuilds the API answers of a state from its stored times: the first and the last answer of the state, and of each
 * member.
 */
function readingsOf(row: HistoryState): SeenState[] {
  const readings = new Map<number, SeenState>();
  for (const member of stateMembers) {
    if (!isShown(row.state, member)) continue;
    const { since, until } = intervalOf(row, member);
    // No API answer showed the member during this state. The value and its times come from an earlier state.
    if (isBefore(until, row.since) && until.answeredAt < row.since.answeredAt) continue;
    for (const times of [since, until]) {
      if (times.answeredAt < row.since.answeredAt) continue;
      const reading = readings.get(times.answeredAt) ?? {
        state: { ...nothingShown, companyName: row.state.companyName, deleted: row.state.deleted },
        since: times,
        until: times,
      };
      readings.set(times.answeredAt, { ...reading, state: { ...reading.state, [member]: row.state[member] } });
    }
  }
  return [...readings.values()];
}

/**
 * Adds a seen state to a customer's history, which is sorted by time. Returns the new history. Returns undefined if the
 * order is not certain, because a stored answer of the same time shows a different state.
 *
 * Replicas may store answers late, so an answer may be older than the newest state. In this case, the history is built
 * again from all stored answers (docs/decisions/0050-known-customers.md). A state keeps its cause if the state before
 * it is unchanged.
 */
export function addSeenState(history: readonly HistoryState[], seen: SeenState): readonly HistoryState[] | undefined {
  const last = history.at(-1);
  if (!last || isBefore(last.until, seen.since)) return append(history, seen);
  const known = history.flatMap(readingsOf);
  const added = endsOf(seen).filter(
    (reading) =>
      !known.some(
        ({ state, since }) =>
          !isBefore(since, reading.since) && !isBefore(reading.since, since) && !isSame(state, reading.state),
      ),
  );
  if (added.length === 0) return undefined;
  const made = [...known, ...added]
    .toSorted((a, b) => a.since.answeredAt - b.since.answeredAt)
    .reduce<readonly HistoryState[]>(append, []);
  return withKnownCauses(made, history);
}

function withKnownCauses(made: readonly HistoryState[], history: readonly HistoryState[]): HistoryState[] {
  const find = (row: HistoryState | undefined) =>
    history.findIndex((one) => row !== undefined && one.since.answeredAt === row.since.answeredAt);
  return made.map((row, index) => {
    const at = find(row);
    const isSamePlace =
      at >= 0 && find(made[index - 1]) === at - 1 && isSame((history[at] as HistoryState).state, row.state);
    if (!isSamePlace) return row;
    const { cause, operationID, memberTimes } = history[at] as HistoryState;
    const memberOperations: KnownCause["memberOperations"] = {};
    for (const member of historyMembers) {
      const own = memberTimes[member]?.operationID;
      if (own !== undefined) memberOperations[member] = own;
    }
    return withCause(row, { cause, operationID, memberOperations });
  });
}

/**
 * What is known about a member's value at a given time (see `memberAsOn`), with the nearest API answers around that
 * time.
 */
export interface MemberAsOn {
  answer: "same" | "changed" | "not-seen";
  before?: { value: unknown; seenAt: number };
  after?: { value: unknown; seenAt: number };
}

/**
 * Compares the last API answer before a given time with the first answer after it. `same`: the member did not change
 * between these answers. `changed`: the member changed between these answers. `not-seen`: one of these answers is
 * missing.
 */
export function memberAsOn(history: readonly HistoryState[], member: HistoryMember, atMs: number): MemberAsOn {
  const shown = history
    .filter(({ state }) => isShown(state, member))
    .map((row) => ({ value: row.state[member], state: row.state, ...intervalOf(row, member) }));
  const before = shown.findLast(({ since }) => since.answeredAt <= atMs);
  const after = shown.find(({ until }) => until.sentAt >= atMs);
  const known: Pick<MemberAsOn, "before" | "after"> = {
    ...(before && {
      before: {
        value: before.value,
        seenAt: before.until.answeredAt <= atMs ? before.until.answeredAt : before.since.answeredAt,
      },
    }),
    ...(after && {
      after: {
        value: after.value,
        seenAt: after.since.sentAt >= atMs ? after.since.answeredAt : after.until.answeredAt,
      },
    }),
  };
  if (!before || !after) return { answer: "not-seen", ...known };
  const between = shown.slice(shown.indexOf(before), shown.indexOf(after) + 1);
  const isUnchanged = between.every(({ state }) => !changedMembers(before.state, state).includes(member));
  return { answer: isUnchanged ? "same" : "changed", ...known };
}
