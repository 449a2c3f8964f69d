import type { Severity } from "#lib/contract/values/api-profile.ts";
import { objectsOf, type Shape, type Tally } from "#server/bff/profile/learn/shape.ts";
import { entriesOf, type Found } from "./found.ts";

/** A place is known after so many values: what first comes later is news. */
const settledAfter = 100;
/** Words of a vocabulary may be rare: only after so many values is another one news. */
const wordsSettledAfter = 2_000;
/** So many records without a member that nearly all had before, or that most had: it is gone. */
const goneAfter = { nearlyAll: 100, most: 1_000 };

/** What the answers' own past says: differences from how they were, where the contract says nothing. */
export const newsOf = {
  /** Words that were first seen late. */
  *words(shape: Shape, path: string): Generator<Found> {
    const of = shape.types.string?.count ?? 0;
    for (const [found, tally] of Object.entries(shape.words)) {
      if (tally.first > wordsSettledAfter) yield { path, kind: "new-word", severity: "info", found, of, tally };
    }
  },

  /** A member that records had, and have no longer. */
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

  /** Types that a member unknown to the contract had not had before. */
  *types(shape: Shape, path: string): Generator<Found> {
    for (const [found, tally] of entriesOf(shape.types)) {
      if (tally.first <= settledAfter) continue;
      const kind = found === "null" ? "null" : "other-type";
      yield { path, kind, severity: "info", found, of: shape.seen, tally };
    }
  },
};
