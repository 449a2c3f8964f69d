"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import { deleteView } from "#lib/query/customers/views.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { viewTexts as texts } from "./view-texts.ts";

interface DeleteViewDialogProps {
  view: SavedView;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** Asks for confirmation before a view is deleted. A shared view is deleted for everybody. */
export function DeleteViewDialog({ view, onClose, onDeleted }: DeleteViewDialogProps) {
  const [problem, setProblem] = useState<ShownProblem>();
  const [deleting, setDeleting] = useState(false);
  const remove = async () => {
    if (deleting) return;
    setDeleting(true);
    setProblem(undefined);
    try {
      await deleteView(view.viewID);
    } catch (error) {
      const found = shownProblem(error);
      // If another person has already deleted the view, the deletion counts as successful.
      if (found.code !== "not_found") {
        setProblem(found);
        setDeleting(false);
        return;
      }
    }
    await onDeleted();
  };
  return (
    <Dialog
      title={texts.deleteTitle(view.name)}
      onClose={onClose}
      actions={
        <>
          <Button {...firstFocusProps} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button variant="primary" aria-disabled={deleting} onClick={() => void remove()}>
            {texts.deleteButton}
          </Button>
        </>
      }
    >
      <p>{view.shared ? texts.deleteShared : texts.deleteOwn}</p>
      {problem && (
        <p role="alert" className="mt-3 text-negative">
          {texts.deleteFailed}: {problem.detail}
        </p>
      )}
    </Dialog>
  );
}
