"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { UserPlus } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { staffTexts as texts } from "./texts.ts";

const InviteDialog = lazyPart(() => import("./invite-dialog.tsx").then((module) => module.InviteDialog));

/** The title of the staff page, with a button that invites a person. */
export function StaffHeader() {
  const [isInviting, setInviting] = useState(false);
  return (
    <>
      <PageHeader
        title={texts.title}
        note={texts.note}
        actions={
          <Button variant="primary" {...loadsOnIntent(InviteDialog)} onClick={() => setInviting(true)}>
            <UserPlus aria-hidden className="size-4" />
            {texts.invite}
          </Button>
        }
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
