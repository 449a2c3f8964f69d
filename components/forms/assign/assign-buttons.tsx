"use client";

import { Button, IconButton } from "#components/ui/button.tsx";
import { UserRound, Users, X } from "#components/ui/icon/icons.tsx";
import { loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { useSession } from "#components/ui/session.tsx";
import type { AssignSubject } from "#lib/query/console/assignments.ts";
import { assignTexts as texts } from "./assign-texts.ts";
import { HandOverDialog, handOverRequest } from "./hand-over-host.tsx";
import { useAssign } from "./use-assign.ts";

interface AssignButtonsProps {
  subject: AssignSubject;
  /**
   * `icon`: buttons without text, in the row of a list. `main`: the assignment is the most important action of the
   * item. Default: quiet buttons.
   */
  look?: "icon" | "main" | "quiet";
}

/**
 * The actions of an assignment: assign it to oneself, take it over, hand it over, end it. The page must render
 * `HandOverHost`, which has the dialog.
 */
export function AssignButtons({ subject, look = "quiet" }: AssignButtonsProps) {
  const { staffID } = useSession().staff;
  const { take, end, isBusy, problem, draftNote } = useAssign(subject);
  const { title, assignment } = subject;
  const assignee = assignment?.assignee;
  const isMine = assignee?.staffID === staffID;
  const person = assignee ? assignee.name || assignee.email : texts.nextShift;
  const action = isMine
    ? {
        text: texts.handOver,
        label: texts.handOverLabel(title),
        icon: Users,
        onClick: () => handOverRequest.set(subject),
        ...loadsOnIntent(HandOverDialog),
      }
    : assignment
      ? { text: texts.takeOver, label: texts.takeOverLabel(title, person), icon: UserRound, onClick: take }
      : { text: texts.assign, label: texts.assignLabel(title), icon: UserRound, onClick: take };
  const { text, label, icon: Icon, ...props } = action;
  return (
    <>
      {look === "icon" ? (
        <IconButton label={label} aria-disabled={isBusy} {...props}>
          <Icon aria-hidden className="size-4" />
        </IconButton>
      ) : (
        <Button
          variant={look === "main" ? "primary" : "quiet"}
          size={look === "main" ? "normal" : "small"}
          aria-label={label}
          aria-disabled={isBusy}
          {...props}
        >
          <Icon aria-hidden className={look === "main" ? "size-4" : "size-3.5"} />
          {text}
        </Button>
      )}
      {isMine && look !== "icon" && (
        <Button
          variant={look === "main" ? "secondary" : "quiet"}
          size={look === "main" ? "normal" : "small"}
          aria-label={texts.doneLabel(title)}
          aria-disabled={isBusy}
          onClick={end}
        >
          {texts.done}
        </Button>
      )}
      {isMine && look === "icon" && (
        <IconButton label={texts.doneLabel(title)} aria-disabled={isBusy} onClick={end}>
          <X aria-hidden className="size-4" />
        </IconButton>
      )}
      {problem && (
        <p role="alert" className="basis-full text-fine text-negative">
          {problem.detail}
        </p>
      )}
      {draftNote !== undefined && (
        <p role="status" className="basis-full text-fine text-ink-muted">
          {draftNote}
        </p>
      )}
    </>
  );
}
