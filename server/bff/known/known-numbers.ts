import type { Environment } from "#lib/contract/environment.ts";
import type { TelephoneNumber } from "#lib/contract/number.ts";
import { idKey } from "#lib/contract/values/resource-ids.ts";
import type { Reading } from "#server/api-client/call-context.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import type { SeenNumber } from "#server/bff/store/known/known-numbers.ts";

/** How long a stored number is not stored again unless its customer changes, in milliseconds. */
const storedAgainMs = 10 * 60_000;

/**
 * How many telephone numbers are remembered at most. Above this limit, all telephone numbers are forgotten. They are
 * stored again when API answers show them.
 */
const inMemory = 50_000;

/** How many telephone numbers may wait to be stored. Further numbers are stored when an API answer shows them again. */
const maxWaiting = 10_000;

/** How many telephone numbers one flush stores. On SQLite, more would block the event loop. */
const storedAtOnce = 200;

/** The maximum length of a stored number, in characters. */
const maxNumber = 100;

const isStorable = ({ number }: TelephoneNumber) =>
  number.length <= maxNumber && number.isWellFormed() && !number.includes("\0");

/** A number can wait with several customers, because an API may list it with several customers. */
const keyOf = (number: string, customerKey: string | undefined) => JSON.stringify([number, customerKey]);

/** The telephone numbers in the API's answers. `note` only remembers the numbers, and `flush` stores them. */
export function createKnownNumbers(
  environment: Environment,
  { knownNumbers: store }: Pick<CoreServices["store"], "knownNumbers">,
) {
  let remembered = new Map<string, { customerKey: string | undefined; seenAt: number }>();
  const waiting = new Map<string, SeenNumber>();
  return {
    /**
     * Remembers the numbers of a new API answer. `offset` is the position of the answer's first number in the API's
     * list.
     */
    note(numbers: readonly TelephoneNumber[], offset: number, { sentMs, atMs }: Reading): void {
      if (remembered.size > inMemory) remembered = new Map();
      const times = { sentAt: sentMs, answeredAt: atMs };
      for (const [index, one] of numbers.entries()) {
        const { number, customerID } = one;
        const customerKey = customerID === undefined ? undefined : idKey(customerID);
        const before = remembered.get(number);
        if (
          before &&
          (before.customerKey === customerKey ? atMs < before.seenAt + storedAgainMs : atMs < before.seenAt)
        )
          continue;
        const key = keyOf(number, customerKey);
        if (!isStorable(one) || (waiting.size >= maxWaiting && !waiting.has(key))) continue;
        remembered.set(number, { customerKey, seenAt: atMs });
        waiting.set(key, { number, customerID, row: offset + index, times });
      }
    },
    /**
     * Stores the numbers that have waited longest. If the store fails, they continue to wait. Returns how many were
     * stored.
     */
    async flush(): Promise<number> {
      const oldest = [...waiting].slice(0, storedAtOnce);
      if (oldest.length === 0) return 0;
      const numbers = oldest.map(([, seen]) => seen);
      await store.record(environment, numbers);
      for (const [key, seen] of oldest) if (waiting.get(key) === seen) waiting.delete(key);
      return oldest.length;
    },
  };
}
