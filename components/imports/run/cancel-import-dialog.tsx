"use client";

import { runTexts as texts } from "#components/imports/step-texts.ts";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import { formatPlural } from "#lib/format/format-number.ts";

interface CancelImportDialogProps {
  found: Import;
  onClose: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before an import is cancelled for good; names the environment and the file. */
export function CancelImportDialog({ found, onClose, onCancel }: CancelImportDialogProps) {
  const locale = useNumberLocale();
  const { counts, environment, fileName, startedAt } = found;
  const customers = (count: number) => formatPlural(count, customerForms, locale);
  return (
    <Dialog
      title={texts.cancelTitle}
      detail={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <EnvironmentBadge environment={environment} />
          <bdi className="wrap-anywhere">{fileName}</bdi>
        </span>
      }
      onClose={onClose}
      actions={
        <>
          <Button {...firstFocusProps} onClick={onClose}>
            {texts.keep}
          </Button>
          <Button variant="primary" onClick={onCancel}>
            {texts.cancelNow}
          </Button>
        </>
      }
    >
      <p>
        {startedAt === undefined
          ? texts.cancelUnsent
          : texts.cancelSent(customers(counts.created + counts.waiting), customers(counts.ready))}
      </p>
    </Dialog>
  );
}
