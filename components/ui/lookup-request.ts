import { createSharedState } from "./keyboard/shared-state.ts";

/** What a page wants looked up: the lookup opens with it, searches, and takes it away. */
export const lookupRequest = createSharedState<{ text: string } | undefined>(undefined);
