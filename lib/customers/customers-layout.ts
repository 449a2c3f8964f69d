import type { Preferences } from "#lib/contract/console/preferences.ts";
import { customerColumnNames } from "#lib/contract/values/customers/customer-columns.ts";
import { type Density, densities } from "#lib/table-density.ts";

export type CustomerColumnID = Exclude<keyof typeof customerColumnNames, "company">;

const { company: _company, ...furtherColumnNames } = customerColumnNames;

/** The columns that the table of customers can show after the company's name. */
export const customerColumnIDs = Object.keys(furtherColumnNames) as CustomerColumnID[];

/** How the table of customers is laid out: a person's choice, or that of a view, in its link. */
export interface CustomersLayout {
  /** In the order in which they are shown. */
  columns: readonly CustomerColumnID[];
  density: Density;
}

export const defaultCustomersLayout: CustomersLayout = {
  columns: ["customerID", "plan", "term", "usersCount", "email", "created"],
  density: "comfortable",
};

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

/** The person's own layout, and everybody's where they have never changed it. */
export function ownCustomersLayout({ columns, density }: Pick<Preferences, "columns" | "density">): CustomersLayout {
  const { columns: usual, density: usualDensity } = defaultCustomersLayout;
  return toCustomersLayout({ columns: columns ?? usual, density: density ?? usualDensity });
}

/** A layout as one word, for the address: the inverse of `parseCustomersLayout`. */
export function writeCustomersLayout({ columns, density }: CustomersLayout): string {
  return [density, ...columns].join(".");
}

export function isSameLayout(one: CustomersLayout, other: CustomersLayout): boolean {
  return writeCustomersLayout(one) === writeCustomersLayout(other);
}
