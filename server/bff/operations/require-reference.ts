import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import { subjectNames, type WriteSubject } from "#lib/operation-kinds/write-subjects.ts";
import type { OperationServices } from "./operation-services.ts";

/**
 * Throws `invalid_request` if a write lacks the ticket or reason that the policy requires, or if its ticket does not
 * match the configured pattern. Must be called before anything is recorded. `kept` is the earlier reference. It is used
 * if the write itself has no ticket or reason.
 */
export async function requireReference(
  { store, ticketRules }: Pick<OperationServices, "store" | "ticketRules">,
  subject: WriteSubject,
  reference: WriteReference | undefined,
  kept: { ticket: string | null; reason: string | null } = { ticket: null, reason: null },
): Promise<void> {
  const { ticketFor, reasonFor } = await store.ticketPolicy.read();
  const errors: FieldError[] = [];
  const name = subjectNames[subject];
  const required = `is required for ${name.charAt(0).toLowerCase()}${name.slice(1)} on this console`;
  if ((reference?.ticket ?? kept.ticket) === null && ticketFor.includes(subject)) {
    errors.push({ field: "console.ticket", message: required });
  }
  if ((reference?.reason ?? kept.reason) === null && reasonFor.includes(subject)) {
    errors.push({ field: "console.reason", message: required });
  }
  errors.push(...ticketErrors(ticketRules, "console.ticket", reference?.ticket));
  if (errors.length > 0)
    throw new AppError("invalid_request", "Nothing was sent: the request is not valid.", { errors });
}

/**
 * The errors of a ticket that does not match the configured pattern. The message includes an example, because few
 * people can read patterns.
 */
export function ticketErrors(
  { matches, example }: OperationServices["ticketRules"],
  field: string,
  ticket: string | undefined,
): FieldError[] {
  if (ticket === undefined || matches(ticket)) return [];
  const message =
    example === undefined
      ? "is not written as this console asks for. Ask an administrator how tickets are written"
      : `must be written like this example: ${example}`;
  return [{ field, message }];
}
