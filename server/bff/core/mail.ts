import { createTransport } from "nodemailer";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail; rejects where the server does not take it. */
export type SendMail = (mail: Mail) => Promise<void>;

/** How long a mail server is waited for, in milliseconds: somebody waits for the answer. */
const timeoutMs = 10_000;

/** Mail by the server that SMTP_URL names; null where none is configured. */
export function createSendMail(mail: { url: string; from: string } | null): SendMail | null {
  if (!mail) return null;
  const { url, from } = mail;
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...limits, disableFileAccess: true, disableUrlAccess: true }, { from });
  return async ({ to, subject, text }) => {
    await transport.sendMail({ to, subject, text });
  };
}
