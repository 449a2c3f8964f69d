/** Removes the raw data of the API from a row, because it would double the size of a list. */
export function withoutRaw<Row extends { raw?: unknown }>(row: Row): Omit<Row, "raw"> {
  // `...rest` is several times slower, and every row of every list passes through this function.
  const rest: Record<string, unknown> = {};
  for (const name in row) if (name !== "raw") rest[name] = row[name];
  return rest as Omit<Row, "raw">;
}
