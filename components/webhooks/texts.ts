export const webhookForms = { one: "webhook", other: "webhooks" } as const;

export const webhooksTexts = {
  title: "Webhooks",
  pager: "Pages of webhooks",
  loading: "Loading webhooks…",
  note: "Where the API reports events to. It only lists them: how events are sent and signed, and how webhooks are changed, it does not show.",
  empty: "The API tells of no webhooks in this environment",
  emptyReason: "They appear here as soon as whoever runs the API has set one up.",
  noAddress: "No address",
  noEvents: "none named",
  moreEvents: (count: number) => `+${count}`,
  active: "Active",
  inactive: "Inactive",
  copyID: "Copy webhook ID",
  copyUrl: "Copy address",
  raw: "What the API sent",
  rawLabel: (name: string) => `What the API sent about ${name}`,
} as const;

export const webhookColumnTexts = {
  url: "Address",
  events: "Events",
  active: "State",
  id: "Webhook ID",
  raw: "As it came",
} as const;
