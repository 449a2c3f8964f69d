"use client";

import { useEffect } from "react";
import { createSharedState } from "#components/ui/keyboard/shared-state.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import type { AssignSubject } from "#lib/query/console/assignments.ts";

export const HandOverDialog = lazyPart(() => import("./hand-over-dialog.tsx").then((module) => module.HandOverDialog));

/** What the person is handing over. Undefined: the dialog is closed. */
export const handOverRequest = createSharedState<AssignSubject | undefined>(undefined);

/**
 * The dialog of a hand-over. Each page with buttons for assignments renders it once, outside the rows. A row can
 * disappear while the dialog is open, because a colleague ends the assignment. The dialog then keeps what was typed, and
 * says why nothing was handed over.
 */
export function HandOverHost() {
  const subject = handOverRequest.use();
  useEffect(() => () => handOverRequest.set(undefined), []);
  return subject && <HandOverDialog subject={subject} onClose={() => handOverRequest.set(undefined)} />;
}
