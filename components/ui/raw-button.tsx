"use client";

import { Braces } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { RawRecord } from "./raw-record.tsx";

interface RawButtonProps {
  /** What the button says: "All 5 fields". */
  children: ReactNode;
  /** What of, for those who only hear it. */
  label: string;
  /** The dialog's heading, and what is under it. */
  title: string;
  detail?: ReactNode;
  record: Readonly<Record<string, unknown>>;
}

/** Opens the raw data of a record, including what the table has no column for. */
export function RawButton({ children, label, title, detail, record }: RawButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-mx-2.25 -outline-offset-2 self-start font-normal print:hidden"
      >
        <Braces aria-hidden className="size-3.5" />
        {children}
        <span className="sr-only">: {label}</span>
      </Button>
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
