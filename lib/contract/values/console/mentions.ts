/** A mention in a stored text: the ID of a person between `<@` and `>`. The ID is shown as the present name. */
const pattern = /<@([\w-]{1,64})>/g;

/** The maximum number of people that one text can mention. */
export const maxMentions = 20;

/** The mention of a person, for a stored text. */
export const mentionOf = (staffID: string): string => `<@${staffID}>`;

/** The IDs of the people that a stored text mentions, each once. */
export const mentionedIDs = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, staffID]) => staffID as string)),
];

/**
 * Replaces the mentions in a stored text by names, such as `@Kim Lee`. `nameOf` returns undefined for a removed person.
 */
export const readableMentions = (text: string, nameOf: (staffID: string) => string | undefined): string =>
  text.replaceAll(pattern, (_, staffID: string) => `@${nameOf(staffID) ?? "a removed person"}`);

/** A person that a form offers for a mention. */
interface Mentionable {
  staffID: string;
  name: string;
}

/** The names of people in a form. If several people have the same name, the start of the ID is added. */
export function mentionNames(people: readonly Mentionable[]): ReadonlyMap<string, string> {
  const counts = Map.groupBy(people, ({ name }) => name);
  return new Map(
    people.map(({ staffID, name }) => [
      staffID,
      (counts.get(name)?.length ?? 0) > 1 ? `${name} (${staffID.slice(0, 6)})` : name,
    ]),
  );
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Replaces names such as `@Kim Lee` in a typed text by mentions. If several names fit, the longest one counts. */
export function storedMentions(text: string, names: ReadonlyMap<string, string>): string {
  const byName = new Map([...names].map(([staffID, name]) => [name, staffID]));
  if (byName.size === 0) return text;
  const longestFirst = [...byName.keys()].toSorted((one, other) => other.length - one.length).map(escaped);
  return text.replaceAll(new RegExp(`@(${longestFirst.join("|")})(?![\\p{L}\\p{N}])`, "gu"), (_, name: string) =>
    mentionOf(byName.get(name) as string),
  );
}
