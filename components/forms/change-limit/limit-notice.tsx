"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { ReasonDialog } from "#components/forms/reason-dialog.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { ChangeLimitAnswer } from "#lib/contract/operations/change-limit.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { askForMore, changeLimitQueryOptions } from "#lib/query/operations/change-limit.ts";
import { askForMoreTexts, limitNoticeTexts as texts } from "./texts.ts";

interface LimitNoticeProps {
  environment: Environment;
  own: NonNullable<ChangeLimitAnswer["own"]>;
}

/** Says that the person is at the change limit and when the next customer is possible. The person can ask for more. */
export function LimitNotice({ environment, own: { changed, nextAt, askedAt } }: LimitNoticeProps) {
  const [isOpen, setOpen] = useState(false);
  const locale = useNumberLocale();
  const client = useQueryClient();
  const ask = async (reason: string) => {
    const answer = await askForMore(environment, reason);
    client.setQueryData(changeLimitQueryOptions(environment).queryKey, answer);
    announce(askForMoreTexts.done);
  };
  return (
    <div role="status" className="rounded-base bg-caution-soft px-3 py-2 text-table wrap-anywhere">
      <p className="text-caution">
        {texts.reached(environment, formatCount(changed, locale))}{" "}
        {nextAt !== undefined && (
          <>
            {texts.next} <Timestamp value={nextAt} detail="clock" />.
          </>
        )}
      </p>
      <p className="mt-1">{texts.again}</p>
      {askedAt === undefined ? (
        <Button size="small" className="mt-2" onClick={() => setOpen(true)}>
          {texts.ask}
        </Button>
      ) : (
        <p className="mt-1">
          {texts.asked} <Timestamp value={askedAt} detail="clock" />.
        </p>
      )}
      {isOpen &&
        // The notice is part of a form, and a form in a form would send the outer one.
        createPortal(
          <div onSubmit={(event) => event.stopPropagation()}>
            <ReasonDialog
              texts={askForMoreTexts}
              detail={<EnvironmentMark environment={environment} />}
              onDecide={ask}
              onClose={() => setOpen(false)}
            />
          </div>,
          document.body,
        )}
    </div>
  );
}
