import { ownNotificationKinds } from "#lib/contract/values/console/own-notification-kinds.ts";
import { pages } from "#lib/paths.ts";
import type { Mail } from "#server/bff/core/mail.ts";
import type { ClaimedEmail } from "#server/bff/store/own-notifications/own-notifications.ts";

const plural = (count: number, { one, other }: { one: string; other: string }) =>
  `${count} ${count === 1 ? one : other}`;

/**
 * The text of an e-mail: the number of notifications of each kind in each environment, and the address of the list. It
 * names no customer and no other person, because other people may read a mailbox.
 */
export function mailText(notifications: ClaimedEmail["notifications"], origin: string): Omit<Mail, "to"> {
  const environments = [...new Set(notifications.map(({ environment }) => environment))].toSorted();
  const lines = environments.flatMap((environment) =>
    Object.entries(ownNotificationKinds).flatMap(([kind, { counted }]) => {
      const count = notifications.filter((one) => one.environment === environment && one.kind === kind).length;
      return count === 0 ? [] : [`- ${plural(count, counted)} in ${environment}`];
    }),
  );
  return {
    subject: `Switchboard: ${plural(notifications.length, { one: "notification", other: "notifications" })}`,
    text: [
      ...lines,
      "",
      `Open them: ${origin}${pages.notifications()}`,
      "",
      `Choose what is sent to you: ${origin}${pages.account()}`,
      "",
    ].join("\n"),
  };
}
