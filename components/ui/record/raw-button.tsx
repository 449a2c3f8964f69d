"use client";

import { type ReactNode, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { Braces } from "#components/ui/icon/icons.tsx";
import { RawRecord } from "./raw-record.tsx";

interface RawButtonProps {
  /** The accessible name of the button. The tooltip shows it too. */
  label: string;
  /** The heading of the dialog. */
  title: string;
  detail?: ReactNode;
  record: Readonly<Record<string, unknown>>;
}

/** A button that opens the raw data of a record. The raw data also contains members that the table does not show. */
export function RawButton({ label, title, detail, record }: RawButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        size="small"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="self-start print:hidden"
      >
        <Braces aria-hidden className="size-3.5" />
      </IconButton>
      {isOpen && (
        <Dialog title={title} detail={detail} onClose={() => setOpen(false)} className="max-w-3xl">
          <div className="-mx-4 -mt-4 -mb-2">
            <RawRecord record={record} />
          </div>
        </Dialog>
      )}
    </>
  );
}
