/**
 * The total number of rows of a list of which one page was read. If the page shows the end of the list, its rows are
 * enough. Otherwise `count` reads the total.
 */
export async function totalOf(
  { limit, offset, rows }: { limit: number; offset: number; rows: number },
  count: () => Promise<{ total: number }>,
): Promise<number> {
  const showsEnd = rows < limit && (rows > 0 || offset === 0);
  return showsEnd ? offset + rows : Number((await count()).total);
}
