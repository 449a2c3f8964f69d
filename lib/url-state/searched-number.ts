const param = "number";

/** No telephone number is longer, in characters. */
const maxLength = 40;

/** The query of a customer's page that marks the telephone number with which a person found the customer. */
export const searchedNumberParams = (number: string): URLSearchParams =>
  new URLSearchParams({ [param]: number.slice(0, maxLength) });

/** The number that the page's query names. Undefined: none. */
export const searchedNumber = (params: URLSearchParams): string | undefined =>
  params.get(param)?.trim().slice(0, maxLength) || undefined;
