import type { ImportState } from "#lib/contract/operations/imports.ts";
import { formatCount } from "#lib/format/format-number.ts";

export const importStateNames: Readonly<Record<ImportState, string>> = {
  uploaded: "Uploaded, columns not confirmed",
  mapped: "Columns confirmed, not checked",
  checking: "Checking",
  checked: "Checked, nothing sent yet",
  first: "Creating the first customer",
  "first-done": "First customer done, waiting for you",
  running: "Creating the rest",
  paused: "Paused",
  finished: "Finished",
  cancelled: "Cancelled",
};

/** The words for the results of an import's rows, in the order in which they appear in the sentence. */
const resultWords = {
  created: "created",
  failed: "failed",
  errors: "not sent because of errors",
  skipped: "skipped",
  unknown: "with an unknown outcome",
} as const;

/** The results of an import's rows, such as `287 created, 4 failed`. Omits results that no row has. */
export function importResultWords(
  counts: Readonly<Partial<Record<keyof typeof resultWords, number | undefined>>>,
  locale?: string,
): string {
  const names = Object.keys(resultWords) as (keyof typeof resultWords)[];
  return names
    .flatMap((name) => {
      const count = counts[name] ?? 0;
      return count > 0 || name === "created" ? [`${formatCount(count, locale)} ${resultWords[name]}`] : [];
    })
    .join(", ");
}
