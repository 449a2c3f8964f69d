import { createSharedState } from "./keyboard/shared-state.ts";

/** The text that a page wants to look up. When a page sets this text, the lookup opens with it and then clears it. */
export const lookupRequest = createSharedState<{ text: string } | undefined>(undefined);
