import { z } from "zod";
import { passwordProblem } from "#lib/contract/values/access/passwords.ts";
import "#lib/contract/plain-messages.ts";

/**
 * A new password. Only the server compares the password with the list of common passwords, because the browser does not
 * have this list.
 */
export const newPasswordSchema = z.string({ error: "Enter a password" }).superRefine((password, context) => {
  const message = passwordProblem(password);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
