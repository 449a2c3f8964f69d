"use client";

import { createSharedState } from "#components/ui/keyboard/shared-state.ts";

/** Whether the API calls of the page are on the screen. */
export const pageCallsShown = createSharedState(false);
