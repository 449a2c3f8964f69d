"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ComponentProps } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Bell } from "#components/ui/icon/icons.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { isInProgress } from "#lib/contract/operation-outcome.ts";
import { pages } from "#lib/paths.ts";
import { attentionCountOptions } from "#lib/query/console/attention-count.ts";
import { focusAfterDismissal } from "./focus-after-dismissal.ts";
import { trayButtonTexts } from "./tray-button-texts.ts";
import { TrayList } from "./tray-list.tsx";
import { trayTexts as texts } from "./tray-texts.ts";
import type { TrayState } from "./use-tray.ts";
import { useNotificationSetting } from "./use-tray-notifications.ts";

function Notify() {
  const [state, { ask, turnOff }] = useNotificationSetting();
  if (state === "none") return null;
  if (state === "denied") return <p className="px-3 py-1 text-fine text-ink-muted">{texts.notifyDenied}</p>;
  if (state === "off") {
    return (
      <Button variant="quiet" onClick={ask}>
        <Bell aria-hidden className="size-3.5" />
        {texts.notify}
      </Button>
    );
  }
  return (
    <p className="flex items-center gap-1 text-fine text-ink-muted">
      {texts.notifyOn}
      <Button variant="quiet" onClick={turnOff}>
        {texts.notifyOff}
      </Button>
    </p>
  );
}

/**
 * The number of items that need this person's attention in all environments. Links to the page that lists the same
 * items.
 */
function WaitingLine({ onFollow }: { onFollow: () => void }) {
  const { data } = useQuery(attentionCountOptions());
  if (!data || data.mine === 0) return null;
  return (
    <p className="border-line border-t px-4 py-2">
      <Link
        href={pages.attention("mine=true")}
        prefetch={false}
        onClick={onFollow}
        className="text-accent hover:underline"
      >
        {texts.waiting(data.mine)}
      </Link>
    </p>
  );
}

interface TrayPanelProps extends ComponentProps<typeof TrayList> {
  environment: Environment;
  /** True if the page has no environment. The tray then names the environment of its operations. */
  isElsewhere: boolean;
  problem: TrayState["problem"];
}

/** The content of the open tray. */
export function TrayPanel({ environment, isElsewhere, problem, ...list }: TrayPanelProps) {
  const { entries, runs, onFollow, onDismiss } = list;
  const ended = [
    ...entries.filter(({ outcome }) => !isInProgress(outcome)).map(({ key }) => key),
    ...runs.filter(({ isOver }) => isOver).map(({ key }) => key),
  ];
  return (
    <>
      <div className="border-line border-b px-4 py-2.5">
        <h2 className="flex items-center justify-between gap-2 font-semibold">
          {trayButtonTexts.title}
          {isElsewhere && <EnvironmentMark environment={environment} />}
        </h2>
        <div className="flex items-center justify-between gap-2">
          <p className="text-fine text-ink-muted">{texts.period}</p>
          {ended.length > 1 && (
            <Button
              variant="quiet"
              onClick={({ currentTarget }) => {
                focusAfterDismissal(currentTarget);
                onDismiss(ended);
              }}
            >
              {texts.dismissAll}
            </Button>
          )}
        </div>
      </div>
      {problem && (
        <p role="status" className="border-line border-b bg-negative-soft px-4 py-2 text-table wrap-anywhere">
          {texts.failed} {problem.detail}
        </p>
      )}
      <TrayList {...list} />
      <WaitingLine onFollow={onFollow} />
      <div className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-1 py-2">
        <Link
          href={pages.operations(environment, "mine=true")}
          prefetch={false}
          data-stays=""
          onClick={onFollow}
          className={buttonClass("quiet")}
        >
          {texts.all}
        </Link>
        <Notify />
      </div>
    </>
  );
}
