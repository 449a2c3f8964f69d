"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { frozenTexts } from "#components/ui/freeze/freeze-texts.ts";
import { CirclePause } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Freeze, FrozenNow } from "#lib/contract/operations/freeze.ts";
import { bannerTexts as texts } from "./texts.ts";

const ReleaseDialog = lazyPart(() => import("./release-dialog.tsx").then((module) => module.ReleaseDialog));

interface FrozenNoticeProps {
  environment: Environment;
  frozen: FrozenNow;
  freezes: readonly Freeze[];
}

/** What is frozen, until when, why and by whom. Administrators also get a button that ends the freeze. */
export function FrozenNotice({ environment, frozen, freezes }: FrozenNoticeProps) {
  const [isOpen, setOpen] = useState(false);
  const { freezeID, reason, createdBy } = frozen;
  const freeze = freezes.find((one) => one.freezeID === freezeID);
  const mayEnd = may(useSession().staff.role, "freezes.manage") && freeze !== undefined;
  return (
    <section
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-base border border-caution/40 bg-caution-soft px-3 py-2 text-table"
    >
      <CirclePause aria-hidden className="size-4 shrink-0 text-caution" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong className="font-semibold">{frozenTexts.title(environment, frozen)}.</strong>{" "}
        {reason !== "" && (
          <>
            <bdi>{frozenTexts.reason(reason)}</bdi> ·{" "}
          </>
        )}
        <span className="text-ink-muted">{texts.by(createdBy.name || createdBy.email)}</span>
      </p>
      {mayEnd && (
        <Button size="small" className="print:hidden" onClick={() => setOpen(true)} {...loadsOnIntent(ReleaseDialog)}>
          {texts.end}
        </Button>
      )}
      {isOpen && freeze && <ReleaseDialog freeze={freeze} onClose={() => setOpen(false)} />}
    </section>
  );
}
