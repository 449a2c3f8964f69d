import type { Severity } from "#lib/contract/values/api-behaviour.ts";
import { objectsOf, type Shape, type Tally } from "#server/bff/api-behaviour/learn/shape.ts";
import { entriesOf, type Found } from "./found.ts";

/** After this many values, a place counts as known. Only a type that first occurs later is a difference. */
const settledAfter = 100;
/** After this many values, a vocabulary counts as known. The number is higher because words may be rare. */
const wordsSettledAfter = 2_000;
/**
 * A member counts as gone after this many records without it. The number depends on how many earlier records had the
 * member: nearly all, or most of them.
 */
const goneAfter = { nearlyAll: 100, most: 1_000 };

/** Finds changes since earlier answers that do not violate the contract. */
export const newsOf = {
  /** Words that first occurred after the vocabulary counted as known. */
  *words(shape: Shape, path: string): Generator<Found> {
    const of = shape.types.string?.count ?? 0;
    for (const [found, tally] of Object.entries(shape.words)) {
      if (tally.first > wordsSettledAfter) yield { path, kind: "new-word", severity: "info", found, of, tally };
    }
  },

  /** A member that earlier records had and new records lack. */
  *gone(shape: Shape, path: string, present: Tally, severity: Severity): Generator<Found> {
    const share = present.count / Math.max(1, present.last - present.first + 1);
    const without = objectsOf(shape) - present.last;
    const limit = share >= 0.99 ? goneAfter.nearlyAll : goneAfter.most;
    if (present.count < settledAfter || share < 0.5 || without < limit) return;
    yield {
      path,
      kind: "gone",
      severity,
      of: objectsOf(shape),
      tally: {
        ...present,
        count: without,
        firstAt: present.lastAt,
        lastAt: shape.types.object?.lastAt ?? present.lastAt,
      },
    };
  },

  /** New types of a member that the contract does not define. */
  *types(shape: Shape, path: string): Generator<Found> {
    for (const [found, tally] of entriesOf(shape.types)) {
      if (tally.first <= settledAfter) continue;
      const kind = found === "null" ? "null" : "other-type";
      yield { path, kind, severity: "info", found, of: shape.seen, tally };
    }
  },
};
