/** The themes, the default first. */
export const themes = ["system", "light", "dark"] as const;

/** A setting of the device, not of the person: it is in a cookie, so that the sign-in page can use it as well. */
export type Theme = (typeof themes)[number];

/** The cookie for the theme, so that the server renders the page in the right theme. */
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
