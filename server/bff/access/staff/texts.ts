/** The purpose of a one-time link. */
export type MailKind = "invitation" | "reset";

const subjects: Readonly<Record<MailKind, string>> = {
  invitation: "Your invitation to Switchboard",
  reset: "Choose a new password for Switchboard",
};

const purposes: Readonly<Record<MailKind, string>> = {
  invitation: "You have been invited to Switchboard. Open this link to choose your password:",
  reset: "Your password for Switchboard was reset. Open this link to choose a new one:",
};

/** The e-mail with a one-time link. */
export function mailText(
  kind: MailKind,
  { name, url, expiresAt }: { name: string; url: string; expiresAt: number },
): { subject: string; text: string } {
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ");
  const lines = [
    `Hello ${name},`,
    "",
    purposes[kind],
    "",
    url,
    "",
    `The link works once, until ${until} UTC. Do not forward it.`,
    "If you did not expect this message, ignore it and tell your administrator.",
  ];
  return { subject: subjects[kind], text: `${lines.join("\n")}\n` };
}
