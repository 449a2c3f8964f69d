import { type HistoryMember, historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { changedMembers, type KnownState, nothingShown, stateMembers } from "./known-state.ts";

/**
 * When a reading was made, in milliseconds since 1970. It shows the state of the API at an unknown moment between the
 * two times.
 */
export interface ReadingTimes {
  sentAt: number;
  answeredAt: number;
}

/** A state that readings have shown, from the first to the last of them. Between two readings nothing is known. */
export interface SeenState {
  state: KnownState;
  since: ReadingTimes;
  until: ReadingTimes;
}

/**
 * The interval of a member, where it differs from the interval of the state. `operationID` is the operation that explains
 * the change of this member, where it is not the operation of the state or where the state was changed elsewhere.
 */
export type MemberTimes = Partial<
  Record<keyof KnownState, { since?: ReadingTimes; until?: ReadingTimes; operationID?: string }>
>;

/** Why a state began: nothing is known before it, an operation of this console explains it, or none does. */
export type StateCause = "first" | "operation" | "elsewhere";

/** A cause as it is computed. */
export interface KnownCause {
  cause: StateCause | undefined;
  operationID: string | undefined;
  /** The operations of single members (`MemberTimes`). */
  memberOperations: Partial<Record<HistoryMember, string>>;
}

/** A state in a customer's history. */
export interface HistoryState extends SeenState {
  memberTimes: MemberTimes;
  /** Undefined until it is computed: `causeOf`. */
  cause: StateCause | undefined;
  operationID: string | undefined;
}

const isShown = (state: KnownState, member: keyof KnownState) => state[member] !== undefined;

const isSame = (a: KnownState, b: KnownState) => changedMembers(a, b).length === 0;

/** The members of `shown`, and those of `before` that `shown` lacks. */
function merged(before: KnownState, shown: KnownState): KnownState {
  const state = { ...before };
  for (const member of stateMembers) if (isShown(shown, member)) Object.assign(state, { [member]: shown[member] });
  // A restored customer has no time of deletion.
  return state.deleted ? state : { ...state, deletedAt: undefined };
}

/** The interval in which readings have shown a member of a state. */
export function intervalOf(
  { since, until, memberTimes }: HistoryState,
  member: keyof KnownState,
): { since: ReadingTimes; until: ReadingTimes } {
  const own = memberTimes[member];
  return { since: own?.since ?? since, until: own?.until ?? until };
}

/** The operation that explains the change of a member with which a state begins. Undefined: none does. */
export const operationOf = ({ cause, operationID, memberTimes }: HistoryState, member: HistoryMember) =>
  memberTimes[member]?.operationID ?? (cause === "operation" ? operationID : undefined);

/** The operations that explain anything of a state. */
export const operationsOf = ({ operationID, memberTimes }: HistoryState): string[] =>
  [operationID, ...Object.values(memberTimes).map((times) => times.operationID)].filter((id) => id !== undefined);

/** A state with its cause. */
export function withCause(row: HistoryState, { cause, operationID, memberOperations }: KnownCause): HistoryState {
  const memberTimes = { ...row.memberTimes };
  for (const [member, id] of Object.entries(memberOperations) as [HistoryMember, string][]) {
    memberTimes[member] = { ...memberTimes[member], operationID: id };
  }
  return { ...row, cause, operationID, memberTimes };
}

/** The state of a customer of whom nothing was known. */
export const firstState = (seen: SeenState): HistoryState => ({
  ...seen,
  memberTimes: {},
  cause: undefined,
  operationID: undefined,
});

/** A later state. Members that its reading does not show keep their earlier value with its own interval. */
function nextState(before: HistoryState, seen: SeenState): HistoryState {
  const memberTimes: MemberTimes = {};
  for (const member of stateMembers) {
    if (isShown(before.state, member) && !isShown(seen.state, member)) memberTimes[member] = intervalOf(before, member);
  }
  return { ...firstState(seen), state: merged(before.state, seen.state), memberTimes };
}

/** Extends a state to a later reading that shows the same. */
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

/** Adds a state that was seen after all others. */
function append(history: readonly HistoryState[], seen: SeenState): readonly HistoryState[] {
  const last = history.at(-1);
  if (!last) return [firstState(seen)];
  if (!isSame(last.state, seen.state)) return [...history, nextState(last, seen)];
  return [...history.slice(0, -1), extended(last, seen)];
}

/** True if everything of `a` was read before `b` was sent, so that their order is certain. */
const isBefore = (a: ReadingTimes, b: ReadingTimes) => a.answeredAt <= b.sentAt;

/** A seen state as its first and its last reading. */
const endsOf = ({ state, since, until }: SeenState): SeenState[] =>
  since.sentAt === until.sentAt && since.answeredAt === until.answeredAt
    ? [{ state, since, until }]
    : [since, until].map((times) => ({ state, since: times, until: times }));

/** The readings of a state that are known: those at the ends of its interval, and of the intervals of its members. */
function readingsOf(row: HistoryState): SeenState[] {
  const readings = new Map<number, SeenState>();
  for (const member of stateMembers) {
    if (!isShown(row.state, member)) continue;
    const { since, until } = intervalOf(row, member);
    // The member was not shown while the customer had this state. Its reading is one of an earlier state.
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
 * Adds a seen state to a customer's history, which is in order of time. Returns the new history, or undefined if the
 * state cannot be placed: it differs from a reading of the same time, so nobody knows which was first.
 *
 * Replicas store their readings when they can, so a reading may be older than the newest state. The history is then made
 * again from all readings that are known (docs/decisions/0050-known-customers.md). The cause of a state stays if the state before it is the same.
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

/** The value of a member before and after a moment, and what is known of the moment itself. */
export interface MemberAsOn {
  answer: "same" | "changed" | "not-seen";
  before?: { value: unknown; seenAt: number };
  after?: { value: unknown; seenAt: number };
}

/**
 * What the record says of a member at a moment: readings before and after it show the same state, or different ones, or
 * there is no reading on one of the two sides. Between readings nothing is claimed.
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
