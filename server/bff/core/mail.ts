export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail. Rejects if the server does not accept the mail, or with {@link MailNotLoaded}. */
export type SendMail = (mail: Mail) => Promise<void>;

/** The time limit for the mail server, in milliseconds. It is short, because a person waits for the response. */
const timeoutMs = 10_000;

/** Thrown if the package that sends mail could not be loaded, so nothing was sent. */
export class MailNotLoaded extends Error {
  override readonly name = "MailNotLoaded";
}

/** Creates a function that sends mail through the server in SMTP_URL. Null if no server is configured. */
export function createSendMail(mail: { url: string; from: string } | null): SendMail | null {
  if (!mail) return null;
  const { url, from } = mail;
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const createTransport = async () => {
    // Loaded with the first mail, because few consoles send mail, and a start should not load what it does not need.
    const nodemailer = await import("nodemailer");
    const options = { url, ...limits, disableFileAccess: true, disableUrlAccess: true };
    return nodemailer.createTransport(options, { from });
  };
  let transport: ReturnType<typeof createTransport> | undefined;
  async function getTransport() {
    transport ??= createTransport();
    try {
      return await transport;
    } catch (cause) {
      // The next mail tries again.
      transport = undefined;
      throw new MailNotLoaded("The software that sends e-mails could not be loaded", { cause });
    }
  }
  return async ({ to, subject, text }) => {
    await (await getTransport()).sendMail({ to, subject, text });
  };
}
