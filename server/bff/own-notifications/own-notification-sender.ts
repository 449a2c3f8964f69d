import { randomUUID } from "node:crypto";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import { MailNotLoaded, type SendMail } from "#server/bff/core/mail.ts";
import type { Origins } from "#server/bff/core/origins.ts";
import { createIntervalWorker, type IntervalWorker, msUntil } from "#server/bff/core/queues/interval-worker.ts";
import type { EmailResult } from "#server/bff/store/own-notifications/own-notifications.ts";
import type { OwnChannel } from "#server/bff/store/own-notifications/sending-times.ts";
import { mailText } from "./mail-text.ts";

const everyMs = 5_000;

interface SenderServices extends Pick<CoreServices, "clock" | "log" | "store" | "workerRuns"> {
  origins: Origins;
}

/** The commands of SMTP before the text of an e-mail is sent. */
const commandsBeforeText = ["CONN", "EHLO", "HELO", "LHLO", "STARTTLS", "MAIL FROM", "RCPT TO"];

/**
 * `not-sent` if the server has refused an e-mail, or if the connection failed before the text was sent. Otherwise
 * `unknown`, because the server may have accepted the e-mail although its answer was lost. The reason has only codes,
 * because an answer of a mail server often contains the address.
 */
export function resultOfFailure(error: unknown): Exclude<EmailResult, { state: "sent" }> {
  if (error instanceof MailNotLoaded) return { state: "not-sent", problem: `${error.message}.` };
  const { command, responseCode, code } = error as { command?: unknown; responseCode?: unknown; code?: unknown };
  if (typeof responseCode === "number" && responseCode >= 400) {
    return { state: "not-sent", problem: `The mail server answered ${responseCode}.` };
  }
  const isBefore = typeof command === "string" && (commandsBeforeText.includes(command) || command.startsWith("AUTH"));
  const shownCode = typeof code === "string" && /^[A-Z][A-Z0-9_]{1,30}$/.test(code) ? ` (${code})` : "";
  return isBefore
    ? { state: "not-sent", problem: `The e-mail could not be given to the mail server${shownCode}.` }
    : { state: "unknown", problem: `The answer of the mail server was lost${shownCode}.` };
}

/**
 * Sends people's notifications by e-mail and to the notification endpoint when they are due: at once, with the daily
 * e-mail, or when the quiet hours end. Notifications are claimed before their e-mail is sent, so only one replica sends
 * it, and an e-mail whose answer was lost is not sent again. Null if neither is configured.
 */
export function createOwnNotificationSender(
  services: SenderServices,
  { sendMail, wakeEndpoint }: { sendMail: SendMail | null; wakeEndpoint: (() => void) | null },
): IntervalWorker | null {
  const { clock, log, store, origins } = services;
  const channels: OwnChannel[] = [
    ...(sendMail ? ["email" as const] : []),
    ...(wakeEndpoint ? ["endpoint" as const] : []),
  ];
  if (channels.length === 0) return null;

  async function email(send: SendMail, staffID: string): Promise<void> {
    const claimed = await store.ownNotifications.claimEmail(staffID, randomUUID(), clock.now());
    if (!claimed) return;
    const { emailID, to, notifications } = claimed;
    let result: EmailResult = { state: "sent" };
    try {
      await send({ to, ...mailText(notifications, [...origins.current()][0] ?? "") });
    } catch (error) {
      result = resultOfFailure(error);
      log.warn({ staffID, emailID, ...result }, "an e-mail with notifications was not accepted");
    }
    await store.ownNotifications.recordEmail(emailID, result, clock.now());
  }

  const worker = createIntervalWorker(services, {
    name: "own-notifications",
    everyMs,
    idle: {
      store,
      tables: ["ownNotifications"],
      async dueInMs() {
        const due = await Promise.all(channels.map((channel) => store.ownNotifications.nextDue(channel)));
        return Math.min(...due.map((dueAt) => msUntil(clock, dueAt)));
      },
    },
    async run() {
      for (const channel of channels) {
        for (const staffID of await store.ownNotifications.peopleWithDue(channel, clock.now())) {
          if (worker.signal.aborted) return;
          if (channel === "email" && sendMail) await email(sendMail, staffID);
          else if ((await store.ownNotifications.moveToOutbox(staffID, clock.now())) > 0) wakeEndpoint?.();
        }
      }
    },
    report: (error) => log.warn({ error: describeCause(error) }, "notifications of people could not be sent"),
  });
  return worker;
}
