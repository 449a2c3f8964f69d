import { compareTexts } from "#lib/format/compare-texts.ts";

interface Person {
  staffID: string;
  email: string;
  name: string;
}

/**
 * Returns people as the choices of a filter, sorted by name. If several people have the same name, their email
 * addresses follow the name.
 */
export function personChoices(people: readonly Person[]): { value: string; name: string }[] {
  const isAmbiguous = (name: string) => people.filter((person) => person.name === name).length > 1;
  return people
    .map(({ staffID, email, name }) => ({
      value: staffID,
      name: isAmbiguous(name) && name !== email ? `${name} (${email})` : name || email,
    }))
    .toSorted((a, b) => compareTexts(a.name, b.name));
}
