/** One value of a filter, or several values. A row matches the filter if it has one of these values. */
export type OneOrMore<Value> = Value | readonly Value[];

/** The values as a list. */
export const listOf = <Value extends string>(values: OneOrMore<Value>): readonly Value[] =>
  typeof values === "string" ? [values] : values;
