import { z } from "zod";
import { passwordProblem } from "#lib/contract/values/access/passwords.ts";
import "#lib/contract/plain-messages.ts";

/** A new password. The browser does not have the list of common passwords, so only the server can check against it. */
export const newPasswordSchema = z.string({ error: "Enter a password" }).superRefine((password, context) => {
  const message = passwordProblem(password);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
