import { environmentNames } from "#components/ui/environment/environment-names.ts";
import type { Environment } from "#lib/contract/environment.ts";
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

export const holdTexts = {
  hold: "Freeze planned changes",
  title: (environment: Environment) => `Freeze planned changes in ${environmentNames[environment]}?`,
  explained:
    "Nothing planned in this environment is sent while planned changes are frozen. What comes due meanwhile waits; it is marked as missed if its latest time passes.",
  reason: "Reason (optional)",
  cancel: "Cancel",
  confirm: "Freeze planned changes",
  failed: "Nothing was frozen",
  releaseTitle: (environment: Environment) => `Unfreeze planned changes in ${environmentNames[environment]}?`,
  releaseExplained: "What is due and not past its latest time is sent at once. What is past it stays missed.",
  release: "Unfreeze",
  releaseConfirm: "Unfreeze planned changes",
  releaseFailed: "Nothing was unfrozen",
  isHeld: (environment: Environment) =>
    `Planned changes in ${environmentNames[environment]} are frozen. Nothing planned is sent.`,
  by: (name: string) => `Frozen by ${name}`,
  since: "since",
  wasHeld: "Planned changes are frozen",
  wasReleased: "Planned changes are unfrozen",
} as const;

export const stripTexts = {
  label: "Planned next",
  next: { request: "Requested for", apply: "Starts", revert: "Goes back on" },
  until: "ends",
  plannedFor: "Planned for",
  ifUnchanged: "Nothing is sent if the contract has changed by then.",
} as const;
