import { AppError } from "#lib/contract/operations/app-error.ts";
import type { Person, PersonChanged } from "#server/bff/store/people.ts";
import type { StaffServices } from "./staff-services.ts";

export const noSuchPerson = () => new AppError("not_found", "This person does not exist.");

/**
 * Returns the person after a change. Throws if nothing was changed. Ends the streams of the ended sessions on this
 * replica immediately.
 */
export function requireChanged({ openStreams }: Pick<StaffServices, "openStreams">, changed: PersonChanged): Person {
  if (changed.result === "not found") throw noSuchPerson();
  if (changed.result === "last administrator") {
    throw new AppError(
      "last_administrator",
      "This is the last administrator who can sign in. Make somebody else an administrator first. Nothing was changed.",
    );
  }
  if (changed.result === "break-glass") {
    throw new AppError(
      "break_glass_person",
      "This is the break-glass administrator. Name somebody else on the policy page first. Nothing was changed.",
    );
  }
  for (const sessionHash of changed.endedSessions) openStreams.endSession(sessionHash);
  return changed.person;
}
