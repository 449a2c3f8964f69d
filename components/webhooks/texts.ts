import { places } from "#lib/places.ts";

export const webhookForms = { one: "webhook", other: "webhooks" } as const;

export const webhooksTexts = {
  title: places.webhooks.title,
  pager: "Pages of webhooks",
  loading: "Loading webhooks…",
  note: "The API sends events to these addresses. It only lists webhooks: it does not show how events are sent or signed, or how to change a webhook.",
  empty: "No webhooks in this environment",
  emptyReason:
    "A webhook is an address to which the API sends events. Ask the operator of the API to set one up, then check again.",
  checkAgain: "Check again",
  noAddress: "No address",
  noEvents: "None listed",
  moreEvents: (count: number) => `+${count}`,
  active: "Active",
  inactive: "Inactive",
  copyID: "Copy webhook ID",
  copyUrl: "Copy address",
  copyEvents: "Copy events",
} as const;

export const webhookColumnTexts = {
  url: "Address",
  events: "Events",
  active: "State",
  id: "Webhook ID",
} as const;
