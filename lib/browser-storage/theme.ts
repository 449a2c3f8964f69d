/** The looks that there are, the default first. */
export const themes = ["system", "light", "dark"] as const;

/** A matter of the screen, not of the person: a cookie keeps it, so that the sign-in page has it too. */
export type Theme = (typeof themes)[number];

/** The cookie that remembers it, so that the server renders the page right at once. */
export const themeCookie = "theme";

const yearSeconds = 31_536_000;

/** Reads the cookie's value; anything unknown is the default. */
export function readTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? themes[0];
}

/** The text to hand to `document.cookie` to remember a theme for a year. */
export function themeCookieText(theme: Theme): string {
  return `${themeCookie}=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
