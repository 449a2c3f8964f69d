import type { Preferences } from "#lib/contract/console/preferences.ts";
import { customerColumnNames } from "#lib/contract/values/customers/customer-columns.ts";
import { type Density, densities } from "#lib/table-density.ts";

export type CustomerColumnID = Exclude<keyof typeof customerColumnNames, "company">;

const { company: _company, ...furtherColumnNames } = customerColumnNames;

/** The columns that the table of customers can show besides the company's name. */
export const customerColumnIDs = Object.keys(furtherColumnNames) as CustomerColumnID[];

/**
 * The layout of the customers table. Each person has a layout. A saved view can have its own layout. The view's link
 * contains this layout.
 */
export interface CustomersLayout {
  /** The visible columns in order. */
  columns: readonly CustomerColumnID[];
  density: Density;
}

export const defaultCustomersLayout: CustomersLayout = {
  columns: ["plan", "term", "usersCount", "email", "created"],
  density: "comfortable",
};

/** Creates a layout from texts that may be invalid. Unknown and duplicate columns are dropped. */
export function toCustomersLayout(given: { columns: readonly string[]; density: string }): CustomersLayout {
  const known = given.columns.flatMap((column) => customerColumnIDs.find((id) => id === column) ?? []);
  return {
    columns: [...new Set(known)],
    density: densities.find((density) => density === given.density) ?? defaultCustomersLayout.density,
  };
}

/** Parses a layout from the form that URLs use: `compact.plan.created`. Undefined for an invalid text. */
export function parseCustomersLayout(text: string | null | undefined): CustomersLayout | undefined {
  const [density = "", ...columns] = (text ?? "").split(".");
  return densities.some((known) => known === density) ? toCustomersLayout({ columns, density }) : undefined;
}

/** Returns the person's own layout. A person who has never changed it gets the default layout. */
export function ownCustomersLayout({ columns, density }: Pick<Preferences, "columns" | "density">): CustomersLayout {
  const { columns: usual, density: usualDensity } = defaultCustomersLayout;
  return toCustomersLayout({ columns: columns ?? usual, density: density ?? usualDensity });
}

/** Writes a layout in the form that URLs use. The inverse of `parseCustomersLayout`. */
export function writeCustomersLayout({ columns, density }: CustomersLayout): string {
  return [density, ...columns].join(".");
}

export function isSameLayout(one: CustomersLayout, other: CustomersLayout): boolean {
  return writeCustomersLayout(one) === writeCustomersLayout(other);
}
