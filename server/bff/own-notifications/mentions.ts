import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxMentions, mentionedIDs } from "#lib/contract/values/console/mentions.ts";
import type { OwnNotificationState } from "#lib/contract/values/console/own-notification-kinds.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { AnyOwnNotification } from "#server/bff/store/own-notifications/append-own-notifications.ts";

interface Mentioning {
  environment: Environment;
  /** The member of the request that has the text. */
  field: string;
  text: string;
  /** The text before an edit. People whom it mentions already are neither checked nor told again. */
  textBefore?: string;
}

/**
 * The people whom a text mentions for the first time. Throws if it mentions somebody who may not use the environment, so
 * that nobody believes that this person was told.
 */
export async function newlyMentioned(
  { staff }: Pick<ConsoleStore, "staff">,
  { environment, field, text, textBefore = "" }: Mentioning,
): Promise<string[]> {
  const before = mentionedIDs(textBefore);
  const staffIDs = mentionedIDs(text).filter((staffID) => !before.includes(staffID));
  const refused = (message: string) =>
    new AppError("invalid_request", "Nothing was saved: a person cannot be mentioned.", {
      errors: [{ field, message }],
    });
  if (staffIDs.length > maxMentions) throw refused(`must mention ${maxMentions} people or fewer`);
  for (const staffID of staffIDs) {
    if (!(await staff.colleague(environment, staffID))) {
      throw refused("mentions somebody who may not use this environment. Remove the mention.");
    }
  }
  return staffIDs;
}

/** The notification of a mention. Empty if nobody is mentioned. */
export function mentionNotifications({
  staffIDs,
  ...notification
}: {
  staffIDs: readonly string[];
  environment: Environment;
  state: OwnNotificationState<"mention">;
  /** Identifies the text: a note, or one hand-over. */
  subject: string;
  by: { staffID: string; email: string };
  title: string;
  customerID: string | null;
  href: string;
}): AnyOwnNotification[] {
  const { subject, ...facts } = notification;
  return staffIDs.length === 0 ? [] : [{ ...facts, kind: "mention", key: `mention ${subject}`, to: { staffIDs } }];
}
