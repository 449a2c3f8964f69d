"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { DialogAnnouncer } from "#components/ui/announcer.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { X } from "#components/ui/icon/icons.tsx";
import { dialogTexts as texts } from "./dialog-texts.ts";

interface DialogProps {
  title: string;
  /** What is under the title: the environment and the customer that it is about. */
  detail?: ReactNode;
  /** Escape, the cross, or a press outside. The owner decides, and stops showing the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** The buttons at the bottom, the least destructive first; it gets the first focus by `firstFocus`. */
  actions?: ReactNode;
  /** Which of several steps is shown: with each the focus goes to its own first place. */
  step?: string;
  className?: string;
}

/**
 * Marks the element that has the first focus. React's own `autoFocus` comes before the dialog is open, when
 * nothing in it can have the focus.
 */
export const firstFocusProps = { "data-first-focus": "" } as const;

/**
 * A modal dialog on the platform's own `<dialog>`: the focus goes in, stays in and comes back, Escape
 * closes. Mounted is open: its owner renders it while it is needed.
 */
export function Dialog({ title, detail, onClose, children, actions, step, className }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const titleID = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // The element has left the page by the time that it would give the focus back by itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is what moves the focus
  useEffect(() => {
    // Another step is another page: what was scrolled belonged to the one before.
    content.current?.scrollTo({ top: 0 });
    dialog.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
  }, [step]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key to a press outside, and comes as "cancel"
    <dialog
      ref={dialog}
      aria-labelledby={titleID}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className={classNames("dialog m-auto max-h-[calc(100dvh-2rem)] max-w-xl", className)}
    >
      <div className="flex max-h-[inherit] flex-col">
        <header className="flex items-start gap-3 border-line border-b px-4 py-3">
          <div className="min-w-0 flex-1">
            <h2 id={titleID} className="py-1 font-semibold text-title wrap-anywhere">
              {title}
            </h2>
            {detail && <div className="text-ink-muted text-table wrap-anywhere">{detail}</div>}
          </div>
          <IconButton label={texts.close} onClick={onClose} className="-me-2">
            <X aria-hidden className="size-4" />
          </IconButton>
        </header>
        <div ref={content} className="min-h-0 flex-1 overflow-auto px-4 py-4">
          {children}
        </div>
        {actions && (
          <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3 *:h-auto *:min-h-8 *:max-w-full *:shrink *:whitespace-normal *:py-1">
            {actions}
          </footer>
        )}
      </div>
      <DialogAnnouncer />
    </dialog>
  );
}
