const param = "number";

/** The maximum length of a telephone number, in characters. */
const maxLength = 40;

/** Returns the query with which a customer's page highlights the telephone number that the person searched for. */
export const searchedNumberParams = (number: string): URLSearchParams =>
  new URLSearchParams({ [param]: number.slice(0, maxLength) });

/** Returns the number that the page's query contains. Undefined if it contains no number. */
export const searchedNumber = (params: URLSearchParams): string | undefined =>
  params.get(param)?.trim().slice(0, maxLength) || undefined;
