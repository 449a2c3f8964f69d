"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Circle, CircleCheck, X } from "#components/ui/icon/icons.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { usePreferences } from "#components/ui/preferences/preferences.tsx";
import { guidePage } from "#lib/guide-topics.ts";
import { pages } from "#lib/paths.ts";
import { firstStepsQueryOptions } from "#lib/query/console/first-steps.ts";
import { firstStepsTexts as texts } from "./first-steps-texts.ts";

interface StepProps {
  isDone: boolean;
  href: string;
  title: string;
  note: ReactNode;
}

function Step({ isDone, href, title, note }: StepProps) {
  const Icon = isDone ? CircleCheck : Circle;
  return (
    <li className="flex gap-2">
      <Icon
        aria-hidden
        className={isDone ? "mt-0.5 size-4 shrink-0 text-positive" : "mt-0.5 size-4 shrink-0 text-ink-muted"}
      />
      <div className="min-w-0">
        <span className="sr-only">{isDone ? texts.done : texts.toDo} </span>
        {isDone ? (
          <span className="text-ink-muted">{title}</span>
        ) : (
          <Link href={href} prefetch={false} className="text-accent hover:underline">
            {title}
          </Link>
        )}
        <p className="text-fine text-ink-muted">{note}</p>
      </div>
    </li>
  );
}

/** The first steps for an administrator. Hidden when all steps are done, or when the person has dismissed them. */
export function FirstSteps() {
  const { preferences, setPreference } = usePreferences();
  const { data } = useQuery({ ...firstStepsQueryOptions(), staleTime: Number.POSITIVE_INFINITY });
  if (!data || preferences.firstStepsDismissed) return null;
  const { hasInvited, requiresSecondFactor, hasProvider } = data;
  if (hasInvited && requiresSecondFactor && hasProvider) return null;
  return (
    <Panel
      title={texts.title}
      tools={
        <IconButton label={texts.dismiss} onClick={() => setPreference("firstStepsDismissed", true)}>
          <X aria-hidden className="size-4" />
        </IconButton>
      }
      className="print:hidden"
    >
      <ol className="grid gap-x-6 gap-y-3 p-4 md:grid-cols-3">
        <Step isDone={hasInvited} href={pages.staff()} title={texts.invite} note={texts.inviteNote} />
        <Step isDone={requiresSecondFactor} href={pages.policy()} title={texts.factor} note={texts.factorNote} />
        <Step
          isDone={hasProvider}
          href={pages.policy()}
          title={texts.provider}
          note={
            hasProvider ? (
              texts.providerNote
            ) : (
              <>
                {texts.providerNote}{" "}
                <a href={guidePage("single-sign-on")} className="text-accent underline underline-offset-2">
                  {texts.providerGuide}
                </a>
              </>
            )
          }
        />
      </ol>
    </Panel>
  );
}
