import { type Expected, type ExpectedMember, record } from "./expected.ts";
import { foldMemberName, type Members, pickMember } from "./members.ts";

/** How the value of a member is read, and the value that the page "API behaviour" expects. */
export interface MemberReader<Value> {
  read(value: unknown): Value | undefined;
  expected: ExpectedMember;
}

export const reads = <Value>(
  read: (value: unknown) => Value | undefined,
  expected: ExpectedMember,
): MemberReader<Value> => ({ read, expected });

/** The folded names of a member: its own name, followed by its alternative names. */
const namesOf = (name: string, { names = [] }: ExpectedMember) => [foldMemberName(name), ...names];

/**
 * Creates a reader for the simple members of a row. Each is read from a single value, under any of its names. The type
 * requires an entry for every member of `Row`, so that no new member is forgotten.
 */
export function memberReaders<Row extends object>(
  readers: {
    [Name in keyof Row]-?: MemberReader<NonNullable<Row[Name]>>;
  },
) {
  const entries = Object.entries(readers) as [keyof Row & string, MemberReader<unknown>][];
  const all = entries.map(([name, { read, expected }]) => ({ name, read, names: namesOf(name, expected) }));
  const members: Readonly<Record<string, ExpectedMember>> = Object.fromEntries(
    entries.map(([name, { expected }]) => [name, expected]),
  );
  return {
    /** Reads the members of a row. A member without a readable value is omitted. */
    read(record: Members): Partial<Row> {
      const row: Partial<Record<string, unknown>> = {};
      for (const { name, read, names } of all) {
        const value = pickMember(record, names, read);
        if (value !== undefined) row[name] = value;
      }
      return row as Partial<Row>;
    },
    /**
     * `members`: the members that the page "API behaviour" expects. `expected`: an expected object with only these
     * members.
     */
    members,
    expected: record(members) satisfies Expected,
    /** The member that is read under each folded name. */
    names: new Map(all.flatMap(({ name, names }) => names.map((folded) => [folded, name] as const))),
  };
}
