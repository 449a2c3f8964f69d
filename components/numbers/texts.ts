export const numbersTexts = {
  title: "Numbers",
  pager: "Pages of numbers",
  loading: "Loading numbers…",
  note: "Numbers are shown in groups and copied exactly as the API sends them. The API offers no search or sorting here.",
  empty: "No numbers in this environment",
  emptyReason: "A number appears here when a customer has one.",
  copyNumber: "Copy number",
  copyCustomerID: "Copy customer ID",
  noCustomer: "Not provided",
  raw: "Raw data",
  rawLabel: (number: string) => `Raw data of ${number}`,
} as const;

export const numberColumnTexts = {
  number: "Number",
  customer: "Customer",
  further: "Other data",
  raw: "Raw data",
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
