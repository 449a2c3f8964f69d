/** Finds the current names of people by their IDs. */
export interface PersonNames {
  peopleNames(staffIDs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Person {
  staffID: string;
  name?: string | undefined;
}

/**
 * Adds the current name of the person in `member` to each record, with one reading for all records. A record stores
 * only the ID and the e-mail address of that time. An API client and a person who was removed get no name.
 */
export async function withPersonNames<Member extends string, Some extends Record<Member, Person>>(
  names: PersonNames,
  member: Member,
  records: readonly Some[],
): Promise<Some[]> {
  const known = await names.peopleNames([...new Set(records.map((record) => record[member].staffID))]);
  return records.map((record) => {
    const name = known.get(record[member].staffID);
    return name === undefined ? record : { ...record, [member]: { ...record[member], name } };
  });
}
