/** Removes the API's raw data from a row. With the raw data, a list would be twice as large. */
export function withoutRaw<Row extends { raw?: unknown }>(row: Row): Omit<Row, "raw"> {
  // `...rest` would be several times slower. Every row of every list passes through this function.
  const rest: Record<string, unknown> = {};
  for (const name in row) if (name !== "raw") rest[name] = row[name];
  return rest as Omit<Row, "raw">;
}
