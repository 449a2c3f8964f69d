/** A value that is cached with a list. */
export type ListMemo<Value> = ReturnType<typeof createListMemo<Value>>;

/**
 * Caches one value for each list. The list must never change, and the value lives as long as the list. The value is
 * stored in a hidden member of the list, so copies and JSON do not contain it. A WeakMap would be much slower if most
 * lists are used only once. The garbage collector keeps the values of a WeakMap longer and copies them repeatedly.
 */
export function createListMemo<Value>() {
  const member = Symbol("memo");
  type Noted = { [member]?: Value };
  return {
    of: (list: readonly unknown[]): Value | undefined => (list as Noted)[member],
    set: (list: readonly unknown[], value: Value) => {
      if (member in list) (list as Noted)[member] = value;
      else Object.defineProperty(list, member, { value, writable: true });
    },
  };
}
