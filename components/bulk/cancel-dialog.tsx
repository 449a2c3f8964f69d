"use client";

import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { stepTexts as texts } from "./step-texts.ts";

interface CancelDialogProps {
  bulk: Bulk;
  onClose: () => void;
  onCancel: () => void;
}

/** Asks for confirmation before a bulk change is cancelled for good; names the environment and the change. */
export function CancelDialog({ bulk, onClose, onCancel }: CancelDialogProps) {
  const locale = useNumberLocale();
  const { counts, environment, startedAt } = bulk;
  const customers = (count: number) => formatPlural(count, customerForms, locale);
  const sent = counts.changed + counts.accepted;
  return (
    <Dialog
      title={texts.cancelTitle}
      detail={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <EnvironmentBadge environment={environment} />
          <bdi>{texts.cancelDetail({ ...bulk, count: "" })}</bdi>
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
        {startedAt !== undefined ? texts.cancelSent(customers(sent), customers(counts.waiting)) : texts.cancelUnsent}
      </p>
    </Dialog>
  );
}
