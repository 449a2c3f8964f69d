/** The themes; the first one is the default. */
export const themes = ["system", "light", "dark"] as const;

/**
 * A theme. It is a setting of the device, not of the person. It is stored in a cookie, so that the sign-in page can use
 * it too.
 */
export type Theme = (typeof themes)[number];

/** The name of the cookie that tells the server the theme of the page. */
export const themeCookie = "theme";

const yearSeconds = 31_536_000;

/** Reads the cookie's value. An unknown value gives the default theme. */
export function readTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? themes[0];
}

/** The text for `document.cookie` that remembers a theme for a year. */
export function themeCookieText(theme: Theme): string {
  return `${themeCookie}=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
