/**
 * What an assistant may do with the key of an API client. `off`: nothing. `reading`: it reads. `proposals`: it reads,
 * and proposes changes that a person decides about.
 */
export const assistantModes = ["off", "reading", "proposals"] as const;

export type AssistantMode = (typeof assistantModes)[number];
