import type { OneTimeLink } from "#lib/contract/access/staff.ts";
import { pages } from "#lib/paths.ts";
import type { Logger } from "#server/bff/core/log/log.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import type { SendMail } from "#server/bff/core/mail.ts";
import type { Person } from "#server/bff/store/people.ts";
import { type MailKind, mailText } from "./texts.ts";

/** Returns the link, which is shown once. If a mail server is configured, also sends it by e-mail. */
export async function sendLink(
  { sendMail, log }: { sendMail: SendMail | null; log: Logger },
  { origin, token, expiresAt, person, kind }: LinkToSend,
): Promise<OneTimeLink> {
  const url = `${origin}${pages.invitation(token)}`;
  const link = { url, expiresAt: new Date(expiresAt).toISOString() };
  if (!sendMail) return link;
  try {
    await sendMail({ to: person.email, ...mailText(kind, { name: person.name, url, expiresAt }) });
    return { ...link, mailed: true };
  } catch (error) {
    // The page shows the link too, so a broken mail server locks nobody out.
    log.warn({ staffID: person.staffID, error: describeCause(error) }, "a link could not be sent by e-mail");
    return { ...link, mailed: false };
  }
}

interface LinkToSend {
  /** The console's own origin. The link begins with it. */
  origin: string;
  token: string;
  expiresAt: number;
  person: Pick<Person, "staffID" | "email" | "name">;
  kind: MailKind;
}
