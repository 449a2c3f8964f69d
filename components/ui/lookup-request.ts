import { createSharedState } from "./keyboard/shared-state.ts";

/** A text to look up. When a part of the page sets it, the lookup opens with this text and clears it. */
export const lookupRequest = createSharedState<{ text: string } | undefined>(undefined);
