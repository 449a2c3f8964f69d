import type { ReactNode } from "react";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { ConfirmedDialog } from "./confirmed-dialog.tsx";
import type { ConfirmedChange } from "./use-confirmed-change.ts";

interface ItemDialogProps {
  texts: { title: string; explained: string; failed: string; submit: string; cancel: string };
  /** Shown under the title of the dialog. */
  item: { environment: Environment; title: string };
  change: ConfirmedChange;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog about one item of an environment, with a sentence that says what the form does. */
export function ItemDialog({ texts, item, change, onSubmit, onClose, children }: ItemDialogProps) {
  return (
    <ConfirmedDialog
      title={texts.title}
      detail={
        <span className="flex flex-wrap items-center gap-2">
          <EnvironmentMark environment={item.environment} />
          <bdi>{item.title}</bdi>
        </span>
      }
      change={change}
      failed={texts.failed}
      submit={texts.submit}
      onSubmit={onSubmit}
      cancel={{ label: texts.cancel, onClick: onClose }}
      onClose={onClose}
    >
      <p className="text-table">{texts.explained}</p>
      {children}
    </ConfirmedDialog>
  );
}
