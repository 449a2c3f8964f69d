import { z } from "zod";
import { passwordProblem } from "#lib/contract/values/access/passwords.ts";
import "#lib/contract/plain-messages.ts";

/** A password that is chosen. That it is not a common one is checked by the server, which has the list. */
export const newPasswordSchema = z.string({ error: "Enter a password" }).superRefine((password, context) => {
  const message = passwordProblem(password);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
