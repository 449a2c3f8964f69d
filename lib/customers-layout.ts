import { type Density, densities } from "#lib/browser-storage/table-density.ts";

/** The columns that the table of customers can show after the company's name, which always stands first. */
export const customerColumnIDs = ["customerID", "plan", "term", "usersCount", "email", "created", "deletedAt"] as const;

export type CustomerColumnID = (typeof customerColumnIDs)[number];

/** How the table of customers is laid out: a person's choice, kept in this browser, or that of a view, in its link. */
export interface CustomersLayout {
  /** In the order in which they are shown. */
  columns: readonly CustomerColumnID[];
  density: Density;
}

export const defaultCustomersLayout: CustomersLayout = {
  columns: ["customerID", "plan", "term", "usersCount", "email", "created"],
  density: "comfortable",
};

/** The cookie that remembers it, so that the server renders the table right at once. */
export const customersLayoutCookie = "customersLayout";

const yearSeconds = 31_536_000;

/** A layout of any words: what is not known or stands there twice is left out. */
export function toCustomersLayout(given: { columns: readonly string[]; density: string }): CustomersLayout {
  const known = given.columns.flatMap((column) => customerColumnIDs.find((id) => id === column) ?? []);
  return {
    columns: [...new Set(known)],
    density: densities.find((density) => density === given.density) ?? defaultCustomersLayout.density,
  };
}

/** Reads a layout as one word, `compact.plan.created`; undefined for what makes no sense. */
export function parseCustomersLayout(text: string | null | undefined): CustomersLayout | undefined {
  const [density = "", ...columns] = (text ?? "").split(".");
  return densities.some((known) => known === density) ? toCustomersLayout({ columns, density }) : undefined;
}

/** Reads the cookie's value; without one, or with one that makes no sense, the default. */
export function readCustomersLayout(text: string | undefined): CustomersLayout {
  return parseCustomersLayout(text) ?? defaultCustomersLayout;
}

/** A layout as one word, for the cookie and for the address: the inverse of `parseCustomersLayout`. */
export function writeCustomersLayout({ columns, density }: CustomersLayout): string {
  return [density, ...columns].join(".");
}

/** The text to hand to `document.cookie` to remember a layout for a year. */
export function customersLayoutCookieText(layout: CustomersLayout): string {
  return `${customersLayoutCookie}=${writeCustomersLayout(layout)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`;
}

export function isSameLayout(one: CustomersLayout, other: CustomersLayout): boolean {
  return writeCustomersLayout(one) === writeCustomersLayout(other);
}
