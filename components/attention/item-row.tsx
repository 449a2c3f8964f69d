"use client";

import Link from "next/link";
import { AssignButtons } from "#components/forms/assign/assign-buttons.tsx";
import { AssignmentFacts } from "#components/forms/assign/assignment-facts.tsx";
import { Button, buttonClass, IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Check, Clock } from "#components/ui/icon/icons.tsx";
import { type LazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { useSession } from "#components/ui/session.tsx";
import { AttentionStatus } from "#components/ui/status/attention-status.tsx";
import { attentionFacts } from "#components/ui/status/attention-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { may, type Permission } from "#lib/contract/access/permissions.ts";
import type { AttentionItem, AttentionKind } from "#lib/contract/console/attention.ts";
import { handlingOf } from "#lib/contract/values/console/attention-kinds.ts";
import { kindNotes, attentionTexts as texts } from "./texts.ts";

export interface ItemSteps {
  snooze: (item: AttentionItem) => void;
  handle: (item: AttentionItem) => void;
  /** Opens the dialog that releases more changes. */
  release: (item: AttentionItem) => void;
  /** Ends the snooze of an item, or removes the mark "handled". */
  reopen: (item: AttentionItem) => void;
  /** Dialogs whose code loads when the person is about to open one. */
  dialogs: readonly Pick<LazyPart<never>, "preload">[];
  releaseDialog: Pick<LazyPart<never>, "preload">;
}

/**
 * The permission that each kind of item needs. Kinds that are not listed need the general permission to handle items.
 */
const permissions: Partial<Record<AttentionKind, Permission>> = {
  approval: "approvals.decide",
  "change-limit": "approvals.decide",
  proposal: "approvals.decide",
  "proposal-limit": "clients.manage",
  "approval-rule": "policy.manage",
  restored: "freezes.manage",
};

/**
 * The link to the page where this person can resolve the item. Undefined if the person can only mark the item as
 * handled, or must wait for another person's approval.
 */
function linkOf(item: AttentionItem, staffID: string) {
  const { kind, state, person, again, href } = item;
  if (again !== undefined) return { href: again, label: texts.again };
  if (kind === "approval" && state === "waiting") {
    return person?.staffID === staffID ? undefined : { href, label: texts.approve };
  }
  const isOver =
    kind === "elsewhere" ||
    kind === "handed-over" ||
    kind === "change-limit" ||
    kind === "failed-job" ||
    kind === "failed-write";
  return isOver || (kind === "import-waiting" && state === "finished") ? undefined : { href, label: texts.review };
}

/** Says who hid the item, until when, and why. */
function HiddenFacts({ snooze, handled }: Pick<AttentionItem, "snooze" | "handled">) {
  const hidden = handled ?? snooze;
  if (!hidden) return null;
  return (
    <span className="mt-1 block text-table wrap-anywhere">
      <span className="block text-ink-muted">
        {handled
          ? texts.handledBy(hidden.by.name || hidden.by.email)
          : texts.snoozedBy(hidden.by.name || hidden.by.email)}{" "}
        {handled ? (
          <Timestamp value={handled.at} detail="minute" />
        ) : (
          snooze && (
            <>
              {texts.until} <Timestamp value={snooze.until} detail="minute" />
            </>
          )
        )}
      </span>
      {hidden.reason !== undefined && <bdi>{hidden.reason}</bdi>}
    </span>
  );
}

/** Taking over is the most important action of what a colleague has handed over. */
function lookOfAssignment({ kind }: AttentionItem, isFirst: boolean) {
  if (!isFirst) return "icon";
  return kind === "handed-over" ? "main" : "quiet";
}

interface ActionsProps {
  item: AttentionItem;
  steps: ItemSteps;
  isFirst: boolean;
}

/**
 * The actions of an item: open its page, mark it as handled, snooze it. Not every kind of item has all three. If the
 * item is hidden, the only action shows it again. A person without the permission sees no actions.
 */
function Actions({ item, steps, isFirst }: ActionsProps) {
  const { role, staffID } = useSession().staff;
  const { kind, title, state, person, snooze, handled } = item;
  if (!may(role, permissions[kind] ?? "attention.handle")) return null;
  if (snooze ?? handled) {
    return (
      <Button size="small" aria-label={texts.wakeLabel(title)} onClick={() => steps.reopen(item)}>
        {texts.wake}
      </Button>
    );
  }
  const size = isFirst ? "normal" : "small";
  const main = isFirst ? "primary" : "secondary";
  const link = linkOf(item, staffID);
  const isReleasable =
    kind === "change-limit" && state === "asked" && (may(role, "approvals.override") || person?.staffID !== staffID);
  const isMarkable = handlingOf(item) !== undefined;
  const intent = loadsOnIntent(...steps.dialogs);
  const mark = { onClick: () => steps.handle(item), ...intent };
  const later = { onClick: () => steps.snooze(item), ...intent };
  return (
    <>
      {link && (
        <Link
          href={link.href}
          prefetch={false}
          aria-label={texts.labelFor(link.label, title)}
          className={buttonClass(main, size)}
        >
          {link.label}
        </Link>
      )}
      {isReleasable && (
        <Button
          size={size}
          variant={main}
          aria-label={texts.labelFor(texts.release, title)}
          onClick={() => steps.release(item)}
          {...loadsOnIntent(steps.releaseDialog)}
        >
          {texts.release}
        </Button>
      )}
      {isMarkable && (!link || isFirst) && (
        <Button size={size} variant={link ? "secondary" : main} aria-label={texts.handleLabel(title)} {...mark}>
          {texts.handle}
        </Button>
      )}
      {isMarkable && link && !isFirst && (
        <IconButton label={texts.handleLabel(title)} {...mark}>
          <Check aria-hidden className="size-4" />
        </IconButton>
      )}
      {kind !== "approval" &&
        (isFirst ? (
          <Button variant="quiet" aria-label={texts.snoozeLabel(title)} {...later}>
            {texts.snooze}
          </Button>
        ) : (
          <IconButton label={texts.snoozeLabel(title)} {...later}>
            <Clock aria-hidden className="size-4" />
          </IconButton>
        ))}
    </>
  );
}

/** An item that needs attention. The first and most urgent item is larger and has an explanation. */
export function ItemRow({ item, steps, isFirst }: ActionsProps) {
  const locale = useNumberLocale();
  const { title, since, environment, kind } = item;
  const facts = attentionFacts(item, locale);
  return (
    <li
      className={classNames(
        "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1",
        isFirst
          ? "rounded-base border border-line-strong bg-surface p-4 sm:p-5"
          : "px-4 py-2 not-first:border-line not-first:border-t sm:px-5 lg:grid-cols-[minmax(0,1fr)_12rem_7rem_8.5rem_17rem]",
      )}
    >
      <div className={isFirst ? "max-sm:col-span-2" : "min-w-0 max-lg:col-span-2"}>
        <Link
          href={item.href}
          prefetch={false}
          className={
            isFirst ? "font-semibold text-accent text-title hover:underline" : "font-medium text-accent hover:underline"
          }
        >
          <bdi className="wrap-anywhere">{title}</bdi>
        </Link>
        {facts !== "" && <span className="block text-fine text-ink-muted wrap-anywhere">{facts}</span>}
        <HiddenFacts {...item} />
        {item.assignment && (
          <span className="mt-1 block text-fine">
            <AssignmentFacts environment={environment} assignment={item.assignment} />
          </span>
        )}
      </div>
      <span className={isFirst ? "flex flex-wrap items-center gap-x-4 max-sm:col-span-2 sm:justify-end" : "contents"}>
        <AttentionStatus item={item} className="text-table" />
        <span className="flex max-lg:justify-end">
          <EnvironmentMark environment={environment} />
        </span>
        <span className="text-fine text-ink-muted">
          {since !== undefined && <Timestamp value={since} detail="minute" />}
        </span>
      </span>
      {isFirst && <p className="col-span-2 max-w-prose text-ink-muted">{kindNotes[kind]}</p>}
      <span
        className={classNames(
          "flex flex-wrap items-center gap-1 empty:hidden print:hidden",
          isFirst ? "col-span-2 mt-2 gap-2" : "justify-end",
        )}
      >
        {!(item.snooze ?? item.handled) && (
          <AssignButtons
            subject={{ environment, title, assignment: item.assignment, item }}
            look={lookOfAssignment(item, isFirst)}
          />
        )}
        <Actions item={item} steps={steps} isFirst={isFirst} />
      </span>
    </li>
  );
}
