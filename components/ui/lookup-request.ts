import { createSharedState } from "./keyboard/shared-state.ts";

/** The text that a page wants to look up. When it is set, the lookup opens with this text and then clears it. */
export const lookupRequest = createSharedState<{ text: string } | undefined>(undefined);
