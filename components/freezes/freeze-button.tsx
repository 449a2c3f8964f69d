"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { CirclePause } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { freezeTexts as texts } from "./texts.ts";

const FreezeDialog = lazyPart(() => import("./freeze-dialog.tsx").then((module) => module.FreezeDialog));

/** The button that freezes an environment. Only administrators see it. */
export function FreezeButton({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  if (!may(useSession().staff.role, "freezes.manage")) return null;
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)} {...loadsOnIntent(FreezeDialog)}>
        <CirclePause aria-hidden className="size-4" />
        {texts.open}
      </Button>
      {isOpen && <FreezeDialog environment={environment} onClose={() => setOpen(false)} />}
    </>
  );
}
