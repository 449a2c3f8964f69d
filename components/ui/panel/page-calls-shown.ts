"use client";

import { createSharedState } from "#components/ui/keyboard/shared-state.ts";

/** True while the drawer with the page's API calls is open. */
export const pageCallsShown = createSharedState(false);
