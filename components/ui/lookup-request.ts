import { createSharedState } from "./keyboard/shared-state.ts";

/** The text that a page wants to look up: the lookup opens with it, searches, and clears it. */
export const lookupRequest = createSharedState<{ text: string } | undefined>(undefined);
