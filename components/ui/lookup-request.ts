import { createSharedState } from "./keyboard/shared-state.ts";

/** A text to look up. When a part of the page sets this value, the lookup opens with the text and clears the value. */
export const lookupRequest = createSharedState<{ text: string } | undefined>(undefined);
