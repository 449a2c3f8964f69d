"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { KeyRound } from "#components/ui/icon/icons.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { CreateClientDialog } from "./create-client-dialog.tsx";
import { clientTexts as texts } from "./texts.ts";

/** The title of the page of API clients, with a button that creates a client. */
export function ClientsHeader() {
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeader
        title={texts.title}
        note={texts.note}
        actions={
          <Button variant="primary" onClick={() => setCreating(true)}>
            <KeyRound aria-hidden className="size-4" />
            {texts.add}
          </Button>
        }
      />
      {isCreating && <CreateClientDialog onClose={() => setCreating(false)} />}
    </>
  );
}
