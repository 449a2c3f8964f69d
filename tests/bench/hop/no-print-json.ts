/** In place of the console's own in a benchmark: each answer is printed. */
export const printOnce = <List>(list: List): List => list;

export function printJSON(value: unknown): { text: string; bytes: number } | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : { text, bytes: Buffer.byteLength(text) };
}
