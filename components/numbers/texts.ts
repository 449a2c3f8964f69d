export const numbersTexts = {
  title: "Numbers",
  pager: "Pages of numbers",
  loading: "Loading numbers…",
  note: "Grouped for the eye, copied exactly as the API writes them. The API offers neither a search nor an order here.",
  empty: "The API tells of no numbers in this environment",
  emptyReason: "They appear here as soon as a customer has one.",
  copyNumber: "Copy number",
  copyCustomerID: "Copy customer ID",
  noCustomer: "not told",
  raw: "What the API sent",
  rawLabel: (number: string) => `What the API sent about ${number}`,
} as const;

export const numberColumnTexts = {
  number: "Number",
  customer: "Customer",
  further: "Also told",
  raw: "As it came",
} as const;

export const notOfferedTexts = {
  title: "The API offers no list of numbers where the console looked",
  why: "The specification says that there is such a list, but not where, so the console can only try the path that it is told.",
  whatToDo: "If the API has its numbers elsewhere, ask whoever runs this console to set this variable to the path:",
  variable: "PROVISIONING_NUMBERS_PATH",
  copyVariable: "Copy the variable's name",
  elsewhere: "A customer's own numbers may still stand on the customer's page, where the API tells them.",
  askAgain: "Ask again",
} as const;
