import { parse } from "csv-parse/sync";
import { type CsvDelimiter, csvDelimiters } from "#lib/contract/values/operations/csv-rules.ts";
import { csvSyntax } from "./csv-syntax.ts";

/** The number of records that are used to detect the delimiter. */
const sampledRecords = 20;

/**
 * How well a delimiter fits. The first number is the share of records that have as many cells as the first record. The
 * second number is the number of cells in the first record.
 */
function scoreOf(sample: string, delimiter: CsvDelimiter): [number, number] {
  try {
    const records = parse(sample, { ...csvSyntax, delimiter, to: sampledRecords }) as string[][];
    const filled = records.filter((record) => record.some((cell) => cell.trim() !== ""));
    const width = filled[0]?.length ?? 0;
    if (width < 2) return [0, 0];
    return [filled.filter((record) => record.length === width).length / filled.length, width];
  } catch {
    return [0, 0];
  }
}

/** Detects the delimiter of a text from its first records. Returns a comma if the text has only one column. */
export function detectDelimiter(sample: string): CsvDelimiter {
  let best: CsvDelimiter = ",";
  let bestScore: [number, number] = [0, 0];
  for (const delimiter of csvDelimiters) {
    const one = scoreOf(sample, delimiter);
    if (one[0] > bestScore[0] || (one[0] === bestScore[0] && one[1] > bestScore[1])) {
      best = delimiter;
      bestScore = one;
    }
  }
  return best;
}
