"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { DialogAnnouncer } from "#components/ui/announcer.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { X } from "#components/ui/icon/icons.tsx";
import { dialogTexts as texts } from "./dialog-texts.ts";

interface DialogProps {
  title: string;
  /** Shown below the title, such as the environment and the customer. */
  detail?: ReactNode;
  /**
   * Called on Escape, on the close button, or on a press outside. The owner closes the dialog by no longer rendering
   * it.
   */
  onClose: () => void;
  children: ReactNode;
  /** The buttons at the bottom. The least destructive button comes first, and should have `firstFocusProps`. */
  actions?: ReactNode;
  /**
   * The current step, if the dialog has several steps. When the step changes, the focus moves to the new step's first
   * element.
   */
  step?: string;
  className?: string;
}

/**
 * Marks the element that gets the first focus. React's `autoFocus` runs before the dialog is open, when elements in the
 * dialog cannot have the focus yet.
 */
export const firstFocusProps = { "data-first-focus": "" } as const;

/**
 * A modal dialog. It uses the native `<dialog>`, which takes, keeps and returns the focus, and closes on Escape. A
 * mounted dialog is always open. So its owner renders it only while the dialog is needed.
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
      // The browser restores focus on close, but the element is already unmounted by then.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new step may move the focus
  useEffect(() => {
    // Each step starts at the top.
    content.current?.scrollTo({ top: 0 });
    dialog.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
  }, [step]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press Escape, which sends the event "cancel"
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
