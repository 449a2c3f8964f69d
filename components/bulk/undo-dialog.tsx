"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmedDialog } from "#components/forms/confirmed-dialog.tsx";
import { SendingHeld } from "#components/forms/sending-held.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { type GivenReference, useWriteReference } from "#components/forms/use-write-reference.ts";
import { WriteReferenceFields } from "#components/forms/write-reference-fields.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { changeForms } from "#components/ui/plural-forms.ts";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { undoBulk } from "#lib/query/operations/bulk.ts";
import { stepTexts as texts } from "./step-texts.ts";
import { bulkHeading } from "./texts.ts";

/** Starts the undo of a bulk change. The undo is a new bulk change, and is checked and reviewed in the same way. */
export function UndoDialog({ bulk, onClose }: { bulk: Bulk; onClose: () => void }) {
  const router = useRouter();
  const locale = useNumberLocale();
  const { environment, bulkID, counts } = bulk;
  const change = useConfirmedChange({ queryKey: [environment, "bulks"] });
  // Proposes the ticket of the original change. The person can enter another one.
  const [given, onChange] = useState<GivenReference>(bulk.ticket === undefined ? {} : { ticket: bulk.ticket });
  const reference = useWriteReference("bulk-changes", { kept: { given, onChange }, errors: change.fieldErrors });
  const undo = () =>
    change.run(async () => {
      const started = await undoBulk(environment, bulkID, reference.value);
      onClose();
      router.push(pages.bulk(environment, started.bulkID));
    });
  return (
    <ConfirmedDialog
      title={texts.undoTitle(formatPlural(counts.changed, changeForms, locale))}
      detail={
        <span className="mt-1 flex flex-wrap items-center gap-2">
          <EnvironmentBadge environment={environment} />
          <bdi>{bulkHeading(bulk)}</bdi>
        </span>
      }
      change={reference.listed.length > 0 ? { ...change, errors: [...reference.listed] } : change}
      failed={texts.undoFailed}
      submit={texts.undoNow}
      onSubmit={() => {
        const [missing] = reference.check();
        if (missing) document.getElementById(missing.inputID ?? "")?.focus();
        else void undo();
      }}
      cancel={{ label: texts.undoBack, onClick: onClose, isFirst: true }}
      onClose={onClose}
    >
      <SendingHeld environment={environment} />
      <p>{texts.undoDetail}</p>
      <p className="text-ink-muted">{texts.undoMoved}</p>
      <WriteReferenceFields form={reference} />
    </ConfirmedDialog>
  );
}
