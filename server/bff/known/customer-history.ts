import {
  type AsOn,
  type CustomerHistory,
  type HistoryChange,
  type HistoryState,
  maxHistoryStates,
} from "#lib/contract/customers/customer-history.ts";
import { historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { instant } from "#lib/format/instant.ts";
import { changedMembers, customerOfState } from "#server/bff/store/known/known-state.ts";
import {
  intervalOf,
  memberAsOn,
  operationOf,
  type HistoryState as StoredState,
} from "#server/bff/store/known/timeline.ts";

/** The response of the history route, from a customer's states in chronological order. */
export function historyAnswer(
  customerID: string,
  states: readonly StoredState[],
  { asOn, nowMs }: { asOn: string | undefined; nowMs: number },
): CustomerHistory {
  const answered = states.map((_, index) => stateAnswer(customerID, states, index)).toReversed();
  return {
    states: answered.slice(0, maxHistoryStates),
    total: states.length,
    ...(asOn !== undefined && { asOn: asOnAnswer(states, Date.parse(asOn)) }),
    asOf: instant(nowMs),
  };
}

function stateAnswer(customerID: string, states: readonly StoredState[], index: number): HistoryState {
  const { state, since, until, cause = "first", operationID } = states[index] as StoredState;
  const before = states[index - 1];
  const members = changesAt(states, index);
  const takenBack = takenBackBy(states, index);
  return {
    from: instant(since.answeredAt),
    until: instant(until.answeredAt),
    customer: customerOfState(customerID, state),
    cause: { kind: cause, ...(operationID !== undefined && { operationID }) },
    ...(before && {
      changed: {
        members,
        after: instant(lastShownAt(before, members)),
        before: instant(since.answeredAt),
      },
    }),
    ...(takenBack !== undefined && { takenBack }),
  };
}

/**
 * When the last reading that shows all these members was sent. A later answer of the API that lacks one of the members
 * extends the state, but says nothing about the value of that member.
 */
const lastShownAt = (state: StoredState, members: readonly HistoryChange[]) =>
  Math.min(state.until.sentAt, ...members.map(({ member }) => intervalOf(state, member).until.sentAt));

/** The members whose value differs from the previous state. */
export function changesAt(states: readonly StoredState[], index: number): HistoryChange[] {
  const [before, row] = [states[index - 1]?.state, states[index]];
  if (!before || !row) return [];
  return changedMembers(before, row.state).map((member) => {
    const operationID = row.cause === "elsewhere" ? operationOf(row, member) : undefined;
    return {
      member,
      // Both states have a value for a changed member.
      before: before[member] as string | number | boolean,
      after: row.state[member] as string | number | boolean,
      ...(operationID !== undefined && { operationID }),
    };
  });
}

/**
 * Returns the ID of the operation that this state has reverted: a member has the same value again as before the
 * operation. Undefined if this state reverts no operation.
 */
export function takenBackBy(states: readonly StoredState[], index: number): string | undefined {
  const row = states[index];
  if (row?.cause !== "elsewhere") return undefined;
  for (const { member, operationID } of changesAt(states, index)) {
    if (operationID !== undefined) continue;
    const changed = states.findLastIndex(
      (_, at) => at < index && changesAt(states, at).some((change) => change.member === member),
    );
    const [before, own] = [states[changed - 1], states[changed]];
    const taken = own && operationOf(own, member);
    if (before && taken !== undefined && !changedMembers(before.state, row.state).includes(member)) return taken;
  }
  return undefined;
}

function asOnAnswer(states: readonly StoredState[], atMs: number): AsOn {
  const members = historyMembers
    .filter((member) => states.some(({ state }) => state[member] !== undefined))
    .map((member) => {
      const { answer, before, after } = memberAsOn(states, member, atMs);
      return {
        member,
        answer,
        ...(before && { before: { value: before.value as string, seenAt: instant(before.seenAt) } }),
        ...(after && { after: { value: after.value as string, seenAt: instant(after.seenAt) } }),
      };
    });
  const answers = new Set(members.map(({ answer }) => answer));
  const answer = answers.has("changed") ? "changed" : answers.has("same") ? "same" : "not-seen";
  return { at: instant(atMs), answer, members };
}
