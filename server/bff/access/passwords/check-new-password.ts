import { AppError } from "#lib/contract/operations/app-error.ts";
import { secretWeakness } from "#server/bff/core/weak-secret.ts";
import { isCommonPassword } from "./common-passwords.ts";

/**
 * Throws `invalid_request` at `field` if the password is easy to guess:
 * - a common password
 * - a password made from the person's own address or name
 * - a password of repeated or consecutive characters
 *
 * The length is checked by the schema.
 */
export function checkNewPassword(
  password: string,
  { email, name }: { email: string; name: string },
  field: string,
): void {
  const message = complaint(password, email, name);
  if (message === undefined) return;
  throw new AppError("invalid_request", "Choose another password. Nothing was changed.", {
    errors: [{ field, message }],
  });
}

function complaint(password: string, email: string, name: string): string | undefined {
  const letters = lettersOf(password);
  const own = [lettersOf(email.split("@", 1)[0] ?? ""), lettersOf(name), lettersOf(email)];
  if (own.some((word) => word.length >= 3 && letters === word))
    return "Choose a password that is not your own name or address";
  if (isCommonPassword(password)) return "This password is one of the most common ones: choose another";
  const weakness = secretWeakness(password);
  return weakness === undefined ? undefined : `The password must not ${weakness}`;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}]/gu, "");
}
