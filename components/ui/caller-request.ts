import type { CallerSubject } from "#lib/caller/caller-subject.ts";
import { createSharedState } from "./keyboard/shared-state.ts";

/** The caller that another part of a page asks for, such as a pasted number. The page of the caller card shows it. */
export const callerRequest = createSharedState<CallerSubject | undefined>(undefined);
