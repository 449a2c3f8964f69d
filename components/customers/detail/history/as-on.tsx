"use client";

import { Button } from "#components/ui/button.tsx";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";
import { closePopover } from "#components/ui/dialog/popover.tsx";
import { History } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { asOnTexts as texts } from "./history-texts.ts";

const AsOnForm = lazyPart(() => import("./as-on-form.tsx").then((module) => module.AsOnForm));

const popoverID = "customer-as-on";

interface AsOnProps {
  /** The time in the page's URL, ISO 8601 in UTC. */
  at: string | undefined;
  onAt: (at: string) => void;
}

/** A button that asks for an earlier time. */
export function AsOnButton({ at, onAt }: AsOnProps) {
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        popoverTarget={popoverID}
        className="print:hidden"
        {...loadsOnIntent(AsOnForm)}
      >
        <History aria-hidden className="size-3.5" />
        {texts.open}
      </Button>
      <LazyPopover
        id={popoverID}
        align="end"
        className="w-72 max-w-[calc(100vw-1rem)] p-3"
        aria-label={texts.open}
        role="group"
      >
        <AsOnForm
          // The key creates a new form when the time in the URL changes.
          key={at}
          at={at}
          onAt={(chosen) => {
            closePopover(popoverID);
            onAt(chosen);
          }}
        />
      </LazyPopover>
    </>
  );
}
