import { ownNotificationKinds } from "#lib/contract/values/console/own-notification-kinds.ts";
import { pages } from "#lib/paths.ts";
import type { Mail } from "#server/bff/core/mail.ts";
import type { ClaimedEmail } from "#server/bff/store/own-notifications/own-notifications.ts";

const plural = (count: number, { one, other }: { one: string; other: string }) =>
  `${count} ${count === 1 ? one : other}`;

/**
 * The text of an e-mail: how many notifications of each kind each environment has, and the address of the list. It names
 * no customer and no other person, because nobody knows who reads a mailbox.
 */
export function mailText(items: ClaimedEmail["items"], origin: string): Omit<Mail, "to"> {
  const environments = [...new Set(items.map(({ environment }) => environment))].toSorted();
  const lines = environments.flatMap((environment) =>
    Object.entries(ownNotificationKinds).flatMap(([kind, { counted }]) => {
      const count = items.filter((item) => item.environment === environment && item.kind === kind).length;
      return count === 0 ? [] : [`- ${plural(count, counted)} in ${environment}`];
    }),
  );
  return {
    subject: `Switchboard: ${plural(items.length, { one: "notification", other: "notifications" })}`,
    text: [
      ...lines,
      "",
      `Open them: ${origin}${pages.notifications()}`,
      "",
      `Choose what you get by e-mail: ${origin}${pages.account()}`,
      "",
    ].join("\n"),
  };
}
