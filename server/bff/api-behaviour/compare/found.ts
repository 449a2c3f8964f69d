import type { DifferenceKind, Severity } from "#lib/contract/values/api-behaviour.ts";
import type { Tallies, Tally } from "#server/bff/api-behaviour/learn/shape.ts";

/** A difference at one place of the answers. */
export interface Found {
  path: string;
  kind: DifferenceKind;
  severity: Severity;
  found?: string;
  expected?: string;
  of: number;
  tally: Tally;
}

export const entriesOf = <Key extends string>(tallies: Tallies<Key>) => Object.entries(tallies) as [Key, Tally][];
