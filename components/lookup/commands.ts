import { environmentNames } from "#components/ui/environment-names.ts";
import type { Preferences } from "#lib/browser-storage/preferences.ts";
import { type Environment, environments } from "#lib/contract/environment.ts";
import type { Session } from "#lib/contract/session.ts";
import { pages } from "#lib/paths.ts";
import { commandTexts as texts } from "./command-texts.ts";

type PreferenceChange = {
  [Name in keyof Preferences]: { name: Name; value: Preferences[Name] };
}[keyof Preferences];

/** What a command does: it leads somewhere, or it acts. */
export type CommandAction =
  | { kind: "go"; href: string }
  | { kind: "preference"; change: PreferenceChange }
  | { kind: "shortcuts" }
  | { kind: "extend" }
  | { kind: "sign-out" };

export interface Command {
  label: string;
  /** Where it leads; absent for what belongs to no environment. */
  environment?: Environment;
  action: CommandAction;
  /** Other words for it. */
  words?: string;
}

const places: readonly { label: string; words?: string; href: (environment: Environment) => string }[] = [
  { label: texts.overview, words: texts.overviewWords, href: pages.overview },
  { label: texts.customers, href: (at) => pages.customers(at) },
  { label: texts.jobs, href: (at) => pages.jobs(at) },
  { label: texts.numbers, words: texts.numbersWords, href: (at) => pages.numbers(at) },
  { label: texts.webhooks, href: (at) => pages.webhooks(at) },
  { label: texts.operations, words: texts.operationsWords, href: (at) => pages.operations(at) },
];

function placesOf(environment: Environment, mayWrite: boolean): Command[] {
  const create = {
    label: texts.newCustomer,
    words: texts.newCustomerWords,
    href: (at: Environment) => pages.newCustomer(at),
  };
  return [...(mayWrite ? [create] : []), ...places].map(({ href, ...command }) => ({
    ...command,
    environment,
    action: { kind: "go", href: href(environment) },
  }));
}

function preferenceCommands(preferences: Preferences): Command[] {
  const change = (label: string, change: PreferenceChange): Command[] =>
    preferences[change.name] === change.value ? [] : [{ label, action: { kind: "preference", change } }];
  return [
    ...change(texts.lightTheme, { name: "theme", value: "light" }),
    ...change(texts.darkTheme, { name: "theme", value: "dark" }),
    ...change(texts.systemTheme, { name: "theme", value: "system" }),
    ...change(texts.utcTimes, { name: "timeZone", value: "utc" }),
    ...change(texts.localTimes, { name: "timeZone", value: "local" }),
    ...change(texts.shortcutsOn, { name: "shortcuts", value: "on" }),
    ...change(texts.shortcutsOff, { name: "shortcuts", value: "off" }),
  ];
}

/** Everything that this person may do from anywhere, the environment that they are in first. */
export function commandsFor(options: {
  session: Pick<Session, "staff" | "environments">;
  environment: Environment;
  preferences: Preferences;
}): Command[] {
  const { session, environment, preferences } = options;
  const mayWrite = session.staff.role !== "viewer";
  const others = environments.filter((other) => other !== environment && session.environments.includes(other));
  return [
    ...placesOf(environment, mayWrite),
    ...others.flatMap((other) => placesOf(other, mayWrite)),
    ...preferenceCommands(preferences),
    { label: texts.shortcuts, words: texts.shortcutsWords, action: { kind: "shortcuts" } },
    { label: texts.extend, words: texts.extendWords, action: { kind: "extend" } },
    { label: texts.signOut, words: texts.signOutWords, action: { kind: "sign-out" } },
  ];
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The commands that every typed word fits, as the beginning of one of theirs. */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  return commands.filter(({ label, words = "", environment }) => {
    const own = wordsOf(`${label} ${words} ${environment === undefined ? "" : environmentNames[environment]}`);
    return wanted.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
}
