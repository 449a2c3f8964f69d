/** Finds the current names of people by their IDs. */
export interface PersonNames {
  peopleNames(staffIDs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Person {
  staffID: string;
  name?: string | undefined;
}

/**
 * Reads the current names of these people. Returns a function that adds the name to a person. A record stores only the
 * ID and the e-mail address of that time. An API client and a person who was removed get no name.
 */
export async function readPersonNames(names: PersonNames, staffIDs: readonly string[]) {
  const known = await names.peopleNames([...new Set(staffIDs)]);
  return <Some extends Person>(person: Some): Some => {
    const name = known.get(person.staffID);
    return name === undefined ? person : { ...person, name };
  };
}

/** The current name of a person, for a sentence. The stored e-mail address if no name is known. */
export async function shownName(names: PersonNames, person: { staffID: string; email: string }): Promise<string> {
  return (await names.peopleNames([person.staffID])).get(person.staffID) || person.email;
}

/** Adds the current names of the people in `members` to each record, with one reading for all records. */
export async function withPersonNames<Member extends string, Some extends { [Name in Member]?: Person | undefined }>(
  names: PersonNames,
  members: readonly Member[],
  records: readonly Some[],
): Promise<Some[]> {
  const peopleOf = (record: Some) =>
    members.flatMap((member): (readonly [Member, Person])[] => (record[member] ? [[member, record[member]]] : []));
  const staffIDs = records.flatMap((record) => peopleOf(record).map(([, { staffID }]) => staffID));
  const named = await readPersonNames(names, staffIDs);
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(peopleOf(record).map(([member, person]) => [member, named(person)])),
  }));
}
