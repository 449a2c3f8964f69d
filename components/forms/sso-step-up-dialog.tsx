"use client";

import { useEffect } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { ExternalLink } from "#components/ui/icon/icons.tsx";
import { useSession } from "#components/ui/session.tsx";
import { api, pages } from "#lib/paths.ts";
import { onConfirmedElsewhere } from "#lib/session/confirmed-channel.ts";
import { stepUpTexts as texts } from "./step-up-texts.ts";

/**
 * Used if the person signs in by single sign-on. The person proves their identity at the provider in another tab, so
 * that this page keeps its content. The other tab reports the proof to this page. If the browser does not support
 * messages between tabs, the person presses a button.
 */
export function SsoStepUpDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { provider } = useSession();
  useEffect(() => onConfirmedElsewhere(onConfirmed), [onConfirmed]);
  const address = api.ssoStart({ returnTo: pages.confirmed(), stepUp: true });
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      className="max-w-md"
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button onClick={onConfirmed}>{texts.ssoDone}</Button>
          <a {...firstFocusProps} href={address} target="_blank" rel="noreferrer" className={buttonClass("primary")}>
            <ExternalLink aria-hidden className="size-4" />
            {texts.ssoOpen}
          </a>
        </>
      }
    >
      <p>{texts.why}</p>
      <p className="mt-2">{texts.sso(provider ?? texts.ssoProvider)}</p>
    </Dialog>
  );
}
