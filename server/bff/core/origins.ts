/** The origins of this console. They are known only when the console listens. */
export type Origins = ReturnType<typeof createOrigins>;

/** `initial` are the origins until the port is known. */
export function createOrigins(initial: readonly string[]) {
  let origins: ReadonlySet<string> = new Set(initial);
  return {
    current: (): ReadonlySet<string> => origins,
    set(list: readonly string[]) {
      origins = new Set(list);
    },
  };
}
