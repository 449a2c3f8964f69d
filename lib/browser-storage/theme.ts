/** The themes, the default first. */
export const themes = ["system", "light", "dark"] as const;

/**
 * The theme is a setting of the device, not of the person. It is in a cookie, so that the sign-in page can use it too.
 */
export type Theme = (typeof themes)[number];

/** The name of the cookie from which the server knows the theme of the page. */
export const themeCookie = "theme";

const yearSeconds = 31_536_000;

/** Reads the cookie's value. Anything unknown gives the default. */
export function readTheme(text: string | undefined): Theme {
  return themes.find((theme) => theme === text) ?? themes[0];
}

/** The text for `document.cookie` that remembers a theme for a year. */
export function themeCookieText(theme: Theme): string {
  return `${themeCookie}=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}
