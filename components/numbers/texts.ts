import { places } from "#lib/places.ts";

export const numbersTexts = {
  title: places.numbers.title,
  pager: "Pages of numbers",
  loading: "Loading numbers…",
  search: "Find a number",
  searchPlaceholder: "A number or a part of it",
  find: "Look up",
  note: "In the API's order. To find a number, look it up: the lookup reads the whole list.",
  known: "The numbers that Switchboard has read, sorted. The API may have others.",
  empty: "No numbers in this environment",
  emptyReason:
    "Telephone numbers belong to customers, and the API assigns them. No customer of this environment has one yet.",
  customers: "Show customers",
  copyNumber: "Copy number",
  noCustomer: "Not provided",
  copyCustomerID: "Copy customer ID",
} as const;

export const numberColumnTexts = {
  number: "Number",
  customer: "Customer",
  customerID: "Customer ID",
  seenAt: "Read",
} as const;

export const notOfferedTexts = {
  title: "No list of numbers found in the API",
  why: "The specification says that there is such a list, but not at which path. Switchboard can only try the path that is configured.",
  whatToDo: "If the list is at another path, ask the operator of Switchboard to set this variable to that path:",
  variable: "PROVISIONING_NUMBERS_PATH",
  copyVariable: "Copy the variable name",
  elsewhere: "A customer's page may still show the customer's own numbers, if the API provides them.",
  askAgain: "Try again",
} as const;
