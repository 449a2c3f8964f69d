const param = "number";

/** The maximum length of a telephone number, in characters. */
const maxLength = 40;

/** Returns the query of a customer's page that highlights the telephone number by which a person found the customer. */
export const searchedNumberParams = (number: string): URLSearchParams =>
  new URLSearchParams({ [param]: number.slice(0, maxLength) });

/** Returns the number that the page's query contains. Undefined if there is none. */
export const searchedNumber = (params: URLSearchParams): string | undefined =>
  params.get(param)?.trim().slice(0, maxLength) || undefined;
