import { type Expected, type ExpectedMember, record } from "./expected.ts";
import { foldMemberName, type Members, pickMember } from "./members.ts";

/** How the value of a member is read, and what the page "API behaviour" expects of it. */
export interface MemberReader<Value> {
  read(value: unknown): Value | undefined;
  expected: ExpectedMember;
}

export const reads = <Value>(
  read: (value: unknown) => Value | undefined,
  expected: ExpectedMember,
): MemberReader<Value> => ({ read, expected });

/** The folded names under which a member is read: its own, then the others that are expected. */
const namesOf = (name: string, { names = [] }: ExpectedMember) => [foldMemberName(name), ...names];

/**
 * Reads the members of a row that need only one value each, under any of their names. `Row` requires an entry for every
 * member of the row's type, so that no new member is forgotten.
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
    /** A member is left out if the record has no value for it that can be read. */
    read(record: Members): Partial<Row> {
      const row: Partial<Record<string, unknown>> = {};
      for (const { name, read, names } of all) {
        const value = pickMember(record, names, read);
        if (value !== undefined) row[name] = value;
      }
      return row as Partial<Row>;
    },
    /** The expected members for the page "API behaviour", and the record with only these members. */
    members,
    expected: record(members) satisfies Expected,
    /** Each folded name with the member that is read under it. */
    names: new Map(all.flatMap(({ name, names }) => names.map((folded) => [folded, name] as const))),
  };
}
