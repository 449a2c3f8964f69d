import type { ClientState } from "#lib/contract/access/clients.ts";
import type { AssistantMode } from "#lib/contract/values/access/assistant-modes.ts";
import { places } from "#lib/places.ts";

export const clientForms = { one: "API client", other: "API clients" } as const;

export const clientStateNames: Readonly<Record<ClientState, string>> = {
  active: "Active",
  expired: "Expired",
  revoked: "Revoked",
};

/** What an assistant may do with a key: the choice, and what it means. */
export const assistantModeTexts: Readonly<Record<AssistantMode, { name: string; meaning: string; short: string }>> = {
  off: {
    name: "Off",
    meaning: "For scripts. The key has all rights of its role. Assistants cannot use it.",
    short: "",
  },
  reading: {
    name: "Reading",
    meaning: "An assistant may search and read. The key can no longer change anything itself.",
    short: "Assistant: reading",
  },
  proposals: {
    name: "Reading and proposals",
    meaning:
      "An assistant may also propose changes. An editor decides about each proposal before anything is sent. The key can no longer change anything itself.",
    short: "Assistant: proposals",
  },
};

export const clientTexts = {
  title: places.clients.title,
  note: "Scripts that use this console's API with a key. What they do is recorded under their name.",
  pager: "Pages of API clients",
  loading: "Loading API clients…",
  empty: "No API clients",
  emptyReason: "Create one for each script, with only the role and environments it needs.",
  add: "Create API client",
  name: "Name",
  key: "Key",
  keyEnding: (end: string) => `swb_…${end}`,
  role: "Role",
  environments: "Environments",
  state: "State",
  expires: "Expires",
  neverExpires: "Never",
  lastUsed: "Last used",
  notUsed: "Never",
  actions: "Actions",
  manage: "Manage",
  manageLabel: (name: string) => `Manage ${name}`,
  addTitle: "Create an API client",
  never: "Whatever needs a person's confirmation, such as managing people or keys, is refused for every key.",
  expiry: "Expires",
  /** The second preset is selected when the dialog opens. */
  expiryPresets: ["in 30 days", "in 90 days", "in 365 days"],
  noExpiry: { preset: "never", meaning: "The key never expires" },
  addresses: "Addresses (optional)",
  addressesNote: "IP addresses or ranges that it may come from, separated by spaces. Empty: any address.",
  cancel: "Cancel",
  close: "Close",
  create: "Create key",
  failed: "Nothing was changed",
  keyTitle: "Key",
  keyNote: "This key is shown only now. Store it where the script reads its secrets.",
  copyKey: "Copy key",
  example: "Example",
  copyExample: "Copy example",
  curl: (address: string) => `curl -H "Authorization: Bearer $SWITCHBOARD_KEY" "${address}"`,
  save: "Save",
  assistant: "Assistant",
  assistantStays: "To stop the assistant, revoke the key.",
  assistantNote: "For programs with a language model that use this console by MCP.",
  revoke: "Revoke key…",
  revokeTitle: "Revoke the key?",
  revokeEffect: (name: string) =>
    `The key of ${name} stops working at the next request, and its open streams end. It cannot be enabled again.`,
  revokeNow: "Revoke key",
  back: "Back",
  createdBy: "Created by",
  from: "From",
  anywhere: "Any address",
} as const;
