/** One value of a filter, or several of which a row must have one. */
export type OneOrMore<Value> = Value | readonly Value[];

/** The values as a list. */
export const listOf = <Value extends string>(values: OneOrMore<Value>): readonly Value[] =>
  typeof values === "string" ? [values] : values;
