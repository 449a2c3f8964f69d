import { presetNames } from "#components/forms/filters/window-texts.ts";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { PageCommand } from "#components/ui/page-commands.ts";
import { densityNames } from "#components/ui/preferences/preferences-texts.ts";
import { type Theme, themes } from "#lib/browser-storage/theme.ts";
import type { Preferences } from "#lib/contract/console/preferences.ts";
import type { Session } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { preferredZone } from "#lib/contract/values/console/preference-values.ts";
import { type WindowPreset, windowPresets } from "#lib/contract/values/customers/customer-filters.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { defaultCustomersLayout } from "#lib/customers/customers-layout.ts";
import { samePage } from "#lib/page/same-page.ts";
import { isOfEnvironment, pages, placeHref } from "#lib/paths.ts";
import { mayOpen, type PlaceName, type PlaceReader, placeNames, placeOf } from "#lib/places.ts";
import { type Density, densities } from "#lib/table-density.ts";
import { commandTexts as texts } from "./command-texts.ts";

/** What a command does: it opens a page or performs an action. */
export type CommandAction =
  | { kind: "go"; href: string }
  | { kind: "theme"; theme: Theme }
  | { kind: "utc"; isUTC: boolean }
  | { kind: "single-keys"; value: "on" | "off" }
  | { kind: "density"; density: Density }
  | { kind: "window"; window: WindowPreset }
  /** Presses a button on the page. */
  | { kind: "page"; run: () => void }
  | { kind: "shortcuts" }
  /** Opens the guide. Its pages are plain HTML, so the console's own navigation cannot open them. */
  | { kind: "guide" }
  | { kind: "extend" }
  | { kind: "sign-out" };

export interface Command {
  label: string;
  /** The environment of the target. Absent if the target belongs to no environment. */
  environment?: Environment;
  action: CommandAction;
  /** More words that find the command. */
  words?: string;
  /** The title of the page that the command opens. Absent if the command opens no place of the rail. */
  placeTitle?: string;
}

function placeCommand(name: PlaceName, environment: Environment): Command {
  const { title, command } = placeOf(name);
  const { label, words } = command;
  return {
    label,
    placeTitle: title,
    ...(words !== undefined && { words }),
    ...(isOfEnvironment(name) && { environment }),
    action: { kind: "go", href: placeHref(name, environment) },
  };
}

/** The names of the pages that a person may open. */
function offered(reader: PlaceReader): PlaceName[] {
  return placeNames.filter((name) => mayOpen(name, reader));
}

function environmentCommands(environment: Environment, reader: PlaceReader): Command[] {
  const pinned = pages.customers(environment, new URLSearchParams({ pinned: "true" }));
  return [
    ...offered(reader)
      .filter(isOfEnvironment)
      .map((name) => placeCommand(name, environment)),
    { label: texts.pinned, words: texts.pinnedWords, environment, action: { kind: "go", href: pinned } },
  ];
}

/** Commands for the person's account. */
const ownCommands: readonly Command[] = [
  { label: texts.password, action: { kind: "go", href: pages.account() } },
  { label: texts.factors, words: texts.factorsWords, action: { kind: "go", href: pages.account() } },
  { label: texts.sessions, words: texts.sessionsWords, action: { kind: "go", href: pages.account() } },
];

/** Commands that open a page without an environment, or the same page in the other environment. */
function otherPlaces(
  reader: PlaceReader,
  environment: Environment,
  others: readonly Environment[],
  pathname: string,
): Command[] {
  const switches = others.map((other): Command => {
    const label = texts.switchTo(environmentNames[other]);
    return { label, words: texts.switchWords, action: { kind: "go", href: samePage(pathname, environment, other) } };
  });
  const own = offered(reader).filter((name) => !isOfEnvironment(name));
  return [...switches, ...own.map((name) => placeCommand(name, environment)), ...ownCommands];
}

const themeCommands: Readonly<Record<Theme, string>> = {
  light: texts.lightTheme,
  dark: texts.darkTheme,
  system: texts.systemTheme,
};

function preferenceCommands(preferences: Preferences, theme: Theme): Command[] {
  const { shortcuts = "on", density = defaultCustomersLayout.density, defaultWindow = "7d" } = preferences;
  const isUTC = preferredZone(preferences) === "UTC";
  const others = themes.filter((other) => other !== theme);
  const commands: (Command | false)[] = [
    ...others.map((other): Command => ({ label: themeCommands[other], action: { kind: "theme", theme: other } })),
    !isUTC && { label: texts.utcTimes, action: { kind: "utc", isUTC: true } },
    isUTC && { label: texts.localTimes, action: { kind: "utc", isUTC: false } },
    shortcuts === "off" && { label: texts.shortcutsOn, action: { kind: "single-keys", value: "on" } },
    shortcuts === "on" && { label: texts.shortcutsOff, action: { kind: "single-keys", value: "off" } },
    ...densities
      .filter((one) => one !== density)
      .map((one): Command => {
        const label = texts.density(densityNames[one]);
        return { label, words: texts.densityWords, action: { kind: "density", density: one } };
      }),
    ...windowPresets
      .filter((one) => one !== defaultWindow)
      .map((one): Command => {
        const label = texts.window(presetNames[one]);
        return { label, words: texts.windowWords, action: { kind: "window", window: one } };
      }),
  ];
  return commands.filter((command) => command !== false);
}

/**
 * All commands that this person may use. First come the commands of the current page, and then those of the current
 * environment.
 */
export function commandsFor(options: {
  session: Pick<Session, "staff" | "environments">;
  environment: Environment;
  preferences: Preferences;
  theme: Theme;
  /** The path of the current page, and the commands for its buttons. */
  pathname: string;
  pageCommands: readonly PageCommand[];
}): Command[] {
  const { session, environment, preferences, theme, pathname, pageCommands } = options;
  const { staff } = session;
  const others = environments.filter((other) => other !== environment && session.environments.includes(other));
  return [
    ...pageCommands.map(({ label, words, run }): Command => ({ label, words, action: { kind: "page", run } })),
    ...environmentCommands(environment, staff),
    ...others.flatMap((other) => environmentCommands(other, staff)),
    ...otherPlaces(staff, environment, others, pathname),
    ...preferenceCommands(preferences, theme),
    { label: texts.shortcuts, words: texts.shortcutsWords, action: { kind: "shortcuts" } },
    { label: texts.guide, words: texts.guideWords, action: { kind: "guide" } },
    { label: texts.extend, words: texts.extendWords, action: { kind: "extend" } },
    { label: texts.signOut, words: texts.signOutWords, action: { kind: "sign-out" } },
  ];
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * The rank of a matching command. A command with exactly the typed name comes first. Then come the pages whose title
 * starts with the typed text, because a person who types `imp` usually looks for the list of imports. So such a page
 * comes before the commands for the current page's buttons.
 */
function rankOf({ label, placeTitle }: Command, typed: string): number {
  const text = typed.trim().toLowerCase();
  if (label.toLowerCase() === text) return 0;
  return placeTitle?.toLowerCase().startsWith(text) ? 1 : 2;
}

/**
 * The commands that match all typed words, the best match first. A typed word matches if a word of the command starts
 * with it.
 */
export function matchingCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const matches = commands.filter(({ label, words = "", environment }) => {
    const own = wordsOf(`${label} ${words} ${environment === undefined ? "" : environmentNames[environment]}`);
    return wanted.every((word) => own.some((candidate) => candidate.startsWith(word)));
  });
  return matches.toSorted((one, other) => rankOf(one, typed) - rankOf(other, typed));
}
