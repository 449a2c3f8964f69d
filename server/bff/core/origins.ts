/** The origins of this console. They are not known until the console listens on its port. */
export type Origins = ReturnType<typeof createOrigins>;

/** `initial`: the origins to use until the port is known. */
export function createOrigins(initial: readonly string[]) {
  let origins: ReadonlySet<string> = new Set(initial);
  return {
    current: (): ReadonlySet<string> => origins,
    set(list: readonly string[]) {
      origins = new Set(list);
    },
  };
}
