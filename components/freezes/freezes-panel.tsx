"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Freeze } from "#lib/contract/operations/freeze.ts";
import { pages } from "#lib/paths.ts";
import { freezeQueryOptions } from "#lib/query/operations/freezes.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { FreezeButton } from "./freeze-button.tsx";
import { repeatsWords, scopeNames, panelTexts as texts } from "./texts.ts";

const ReleaseDialog = lazyPart(() => import("./release-dialog.tsx").then((module) => module.ReleaseDialog));

/** The freezes of an environment. An administrator can add, end and remove them. */
export function FreezesPanel({ environment }: { environment: Environment }) {
  const reading = useQuery({ ...freezeQueryOptions(environment), ...keepPageData });
  return (
    <ReadPanel
      title={texts.title(environment)}
      reading={reading}
      signInHref={pages.signIn(pages.policy())}
      tools={<FreezeButton environment={environment} />}
      skeleton={<p className="min-h-12 px-4 py-3 text-ink-muted">{texts.loading}</p>}
    >
      {({ freezes }) =>
        freezes.length === 0 ? (
          <p className="px-4 py-3 text-ink-muted text-table">{texts.none}</p>
        ) : (
          <ul className="flex flex-col text-table">
            {freezes.map((freeze) => (
              <FreezeRow key={freeze.freezeID} freeze={freeze} />
            ))}
          </ul>
        )
      }
    </ReadPanel>
  );
}

function FreezeRow({ freeze }: { freeze: Freeze }) {
  const [isOpen, setOpen] = useState(false);
  const { scope, includesReverts, reason, zone, repeats, current, next, released } = freeze;
  const isOver = current === undefined && next === undefined;
  const action = current ? texts.end : texts.remove;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 border-line px-4 py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <p>
          <span className="font-medium">{repeats ? repeatsWords(repeats) : texts.period(freeze)}</span>
          {current && <span className="ms-2 font-medium text-caution">{texts.inForce}</span>}
        </p>
        <p className="text-ink-muted">
          {scopeNames[scope]}
          {includesReverts && ` ${texts.withReverts}`}
          {repeats && next && ` · ${texts.next(next.start, zone)}`}
        </p>
        <p>
          <bdi>{reason}</bdi>
        </p>
        {released && (
          <p className="text-ink-muted">
            {texts.released(released.by.name || released.by.email, released.at, zone, released.reason)}
          </p>
        )}
      </div>
      {!isOver && (
        <Button
          size="small"
          aria-label={texts.name(action, reason)}
          onClick={() => setOpen(true)}
          {...loadsOnIntent(ReleaseDialog)}
        >
          {action}
        </Button>
      )}
      {isOpen && <ReleaseDialog freeze={freeze} onClose={() => setOpen(false)} />}
    </li>
  );
}
