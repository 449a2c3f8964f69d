/** A value that is kept with a list. */
export interface ListMemo<Value> {
  of(list: readonly unknown[]): Value | undefined;
  set(list: readonly unknown[], value: Value): void;
}

/**
 * Keeps a value with each of several lists that are never changed, for as long as the list lives: in a hidden member of
 * the list, which neither a copy nor JSON takes along. A WeakMap would cost far more where most lists are used once: the
 * collector takes what a WeakMap holds for alive until it has outlived its list by two collections, and copies it
 * each time.
 */
export function createListMemo<Value>(): ListMemo<Value> {
  const member = Symbol("memo");
  type Noted = { [member]?: Value };
  return {
    of: (list) => (list as Noted)[member],
    set: (list, value) => {
      if (member in list) (list as Noted)[member] = value;
      else Object.defineProperty(list, member, { value, writable: true });
    },
  };
}
