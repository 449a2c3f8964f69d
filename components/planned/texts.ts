import { places } from "#lib/places.ts";

export const plannedForms = { one: "planned change", other: "planned changes" } as const;

export const listTexts = {
  title: places.planned.title,
  intro: "Contract changes for later. Nothing is sent if the contract has changed by then.",
  pager: "Pages of planned changes",
  loading: "Loading planned changes…",
  empty: "No planned changes",
  emptyReason: "Open a customer, choose “Change plan” and set “When” to a later time.",
  customers: "Go to customers",
  noMatch: "No planned change matches these filters",
  change: "Change",
  customer: "Customer",
  customerID: "Customer ID",
  copyID: "Copy planned change ID",
  copyCustomerID: "Copy customer ID",
  copyEmail: "Copy e-mail of the person responsible",
  next: "Next",
  state: "State",
  responsible: "Responsible",
  ends: "ends",
  layout: "View",
  layouts: { list: "List", calendar: "Calendar" },
} as const;

export const filterTexts = {
  open: "Open only",
  state: "State",
  mine: "Mine",
  customer: "Customer",
} as const;

export const calendarTexts = {
  caption: (month: string, zone: string) => `Planned changes in ${month}, ${zone}`,
  previous: "Previous month",
  next: "Next month",
  today: "This month",
  todayMark: "today",
  ends: "Ends:",
  more: (count: string, shown: string) =>
    `${count} planned changes fall in this month. Only the first ${shown} are shown. Use the list to see all.`,
  nothing: "Nothing is planned in this month.",
  loading: "Loading the calendar…",
} as const;

export const stripTexts = {
  label: "Planned next",
  next: { request: "Requested for", apply: "Starts", revert: "Goes back on" },
  until: "ends",
  plannedFor: "Planned for",
  ifUnchanged: "Nothing is sent if the contract has changed by then.",
} as const;
