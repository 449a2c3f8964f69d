"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import type { Environment } from "#lib/contract/environment.ts";

interface CancelRunDialogProps {
  texts: Readonly<Record<"cancelTitle" | "keep" | "cancelNow", string>>;
  environment: Environment;
  /** The name of the bulk change, or of the imported file. */
  name: string;
  onClose: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** Asks for confirmation before a bulk change or an import is cancelled. A cancelled run cannot be continued. */
export function CancelRunDialog({ texts, environment, name, onClose, onCancel, children }: CancelRunDialogProps) {
  return (
    <Dialog
      title={texts.cancelTitle}
      detail={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <EnvironmentBadge environment={environment} />
          <bdi className="wrap-anywhere">{name}</bdi>
        </span>
      }
      onClose={onClose}
      actions={
        <>
          <Button {...firstFocusProps} onClick={onClose}>
            {texts.keep}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              onCancel();
            }}
          >
            {texts.cancelNow}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
