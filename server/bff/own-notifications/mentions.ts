import type { Environment } from "#lib/contract/environment.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { maxMentions, mentionedIDs } from "#lib/contract/values/console/mentions.ts";
import type { OwnNotificationState } from "#lib/contract/values/console/own-notification-kinds.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { AnyOwnNotification } from "#server/bff/store/own-notifications/append-own-notifications.ts";

interface Mentioning {
  environment: Environment;
  /** The member of the request that contains the text, for the error. */
  field: string;
  text: string;
  /** The text before an edit. People whom it already mentions are neither checked nor notified again. */
  textBefore?: string;
}

/**
 * The people whom a text mentions for the first time. Throws if one of them may not use the environment, because this
 * person would not be notified.
 */
export async function newlyMentioned(
  { staff }: Pick<ConsoleStore, "staff">,
  { environment, field, text, textBefore = "" }: Mentioning,
): Promise<string[]> {
  const before = mentionedIDs(textBefore);
  const staffIDs = mentionedIDs(text).filter((staffID) => !before.includes(staffID));
  const refusal = (message: string) =>
    new AppError(
      "invalid_request",
      "Nothing was saved: the text mentions a person who cannot be notified, or too many people.",
      {
        errors: [{ field, message }],
      },
    );
  if (staffIDs.length > maxMentions) throw refusal(`must mention ${maxMentions} people or fewer`);
  for (const staffID of staffIDs) {
    if (!(await staff.colleague(environment, staffID))) {
      throw refusal("mentions somebody who may not use this environment. Remove the mention.");
    }
  }
  return staffIDs;
}

/** The notifications of the mentioned people. */
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
