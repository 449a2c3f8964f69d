/** How a person wants the console shown. Kept in cookies, so that the server renders it right at once. */
export interface Preferences {
  theme: "system" | "light" | "dark";
  timeZone: "local" | "utc";
  /** Single-key shortcuts, such as `/` for the search. */
  shortcuts: "on" | "off";
}

type PreferenceValues = {
  readonly [Name in keyof Preferences]: readonly [Preferences[Name], ...Preferences[Name][]];
};

/** What each may be, its default first. */
export const preferenceValues: PreferenceValues = {
  theme: ["system", "light", "dark"],
  timeZone: ["local", "utc"],
  shortcuts: ["on", "off"],
};

const yearSeconds = 31_536_000;

function pick<Value extends string>(allowed: readonly [Value, ...Value[]], text: string | undefined): Value {
  return allowed.find((value) => value === text) ?? allowed[0];
}

/** Reads preferences from cookies; anything unknown is the first, the default value. */
export function readPreferences(cookie: (name: string) => string | undefined): Preferences {
  return {
    theme: pick(preferenceValues.theme, cookie("theme")),
    timeZone: pick(preferenceValues.timeZone, cookie("timeZone")),
    shortcuts: pick(preferenceValues.shortcuts, cookie("shortcuts")),
  };
}

/** The text to hand to `document.cookie` to remember one preference for a year. */
export function preferenceCookie<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): string {
  return `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
