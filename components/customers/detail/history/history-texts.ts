import type { CustomerHistory } from "#lib/contract/customers/customer-history.ts";

export const historyTexts = {
  between: "between",
  and: "and",
  on: "on",
  firstSeen: "First seen",
  created: "Created outside Switchboard, first seen",
  createdHere: "Created by Switchboard, first seen",
  seen: "Seen",
  operation: "Operation",
  takenBack: "This reverted a change of Switchboard:",
  note: "What answers of the API have shown. Between two readings nothing is known.",
  erased: "An administrator erased what Switchboard knew of this customer:",
  erasedNote: "Switchboard no longer stores data of this customer. The API still has the customer.",
} as const;

export const asOnTexts = {
  open: "As on…",
  label: "What is known as on",
  remove: "Close the answer",
  show: "Show",
  looking: "Looking it up…",
  presets: ["yesterday", "7 days ago", "30 days ago"],
  answers: {
    same: "The same before and after this time",
    changed: "Changed between the readings before and after this time",
    "not-seen": "Not seen at this time",
  } satisfies Record<NonNullable<CustomerHistory["asOn"]>["answer"], string>,
  nothing: "No answer of the API has shown this customer yet.",
  /** The times of the answers around the chosen time. Shown once if all values share them, otherwise at each value. */
  lastBefore: "Last reading before:",
  firstAfter: "First reading after:",
  noneBefore: "No reading before",
  noneAfter: "No reading after",
  lastSeen: "not known, last seen as",
  firstSeen: "not known, first seen as",
  future: "This time is still to come. Choose an earlier one.",
} as const;

export const eraseTexts = {
  item: "Erase from Switchboard…",
  title: (company: string) => `Erase ${company} from Switchboard?`,
  unnamed: "this customer",
  goes: "Erased for good:",
  going: ["what Switchboard has read of the customer, with its history", "its notes, tags and pins"],
  stays: "What remains:",
  staying: [
    "operations and planned changes, and the audit log, until their retention ends",
    "backups, until they are removed",
    "a keyed hash of the ID, so that the customer is not kept again",
    "the customer itself: it is deleted at the API, and lists from the API still show it",
  ],
  submit: "Erase from Switchboard",
  cancel: "Cancel",
  failed: "Nothing was erased",
  done: "Erased from Switchboard.",
} as const;
