import { z } from "zod";
import { passwordProblem } from "#lib/contract/values/access/passwords.ts";
import "#lib/contract/plain-messages.ts";

/** A new password. The check against common passwords is only on the server, which has their list. */
export const newPasswordSchema = z.string({ error: "Enter a password" }).superRefine((password, context) => {
  const message = passwordProblem(password);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
