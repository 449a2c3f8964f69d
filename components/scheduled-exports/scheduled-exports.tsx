"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { CalendarClock } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { ReadPage } from "#components/ui/panel/read-page.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { scheduledExportsQueryOptions } from "#lib/query/operations/scheduled-exports.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { SchedulePanel } from "./schedule-panel.tsx";
import { exportsTexts as texts } from "./texts.ts";

const ScheduleDialog = lazyPart(() => import("./schedule-dialog.tsx").then((module) => module.ScheduleDialog));

/** The scheduled exports of an environment, with their files. `viewID`: opens the form with this view. */
export function ScheduledExports({ environment, viewID }: { environment: Environment; viewID?: string | undefined }) {
  const reading = useQuery({ ...scheduledExportsQueryOptions(environment), ...keepPageData });
  const [isAdding, setAdding] = useState(viewID !== undefined);
  const { data } = reading;
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)} {...loadsOnIntent(ScheduleDialog)}>
      <CalendarClock aria-hidden className="size-4" />
      {texts.add}
    </Button>
  );
  return (
    <>
      <ReadPage
        title={texts.title}
        note={data ? texts.explained(data.keptDays) : texts.note}
        reading={reading}
        signInHref={pages.signIn(pages.scheduledExports(environment))}
        actions={data && data.schedules.length > 0 && add}
      >
        {({ schedules, endpoint }) => (
          <KeepFocus>
            <div className="flex flex-col gap-4 outline-none" tabIndex={-1} {...keepFocusProps}>
              {schedules.length === 0 ? (
                <EmptyState
                  title={texts.none}
                  actions={
                    <>
                      {add}
                      <Link href={pages.customers(environment)} prefetch={false} className={buttonClass()}>
                        {texts.customers}
                      </Link>
                    </>
                  }
                >
                  {texts.noneNote} {endpoint !== undefined && texts.endpoint(endpoint)}
                </EmptyState>
              ) : (
                schedules.map((schedule) => (
                  <SchedulePanel key={schedule.scheduleID} schedule={schedule} endpoint={endpoint} />
                ))
              )}
            </div>
          </KeepFocus>
        )}
      </ReadPage>
      {isAdding && (
        <ScheduleDialog
          environment={environment}
          viewID={viewID}
          endpoint={data?.endpoint}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
