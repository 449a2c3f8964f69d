/** The origins of this console, which it knows only when it listens. */
export interface Origins {
  current(): ReadonlySet<string>;
  set(origins: readonly string[]): void;
}

/** `initial`: the origins until the port is known. */
export function createOrigins(initial: readonly string[]): Origins {
  let origins: ReadonlySet<string> = new Set(initial);
  return {
    current: () => origins,
    set(list) {
      origins = new Set(list);
    },
  };
}
