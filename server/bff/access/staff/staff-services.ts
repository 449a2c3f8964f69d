import type { SignInServices } from "#server/bff/access/sign-in/sign-in-services.ts";
import type { SendMail } from "#server/bff/core/mail.ts";

export interface StaffServices extends SignInServices {
  /** Null if no mail server is configured. */
  sendMail: SendMail | null;
}
