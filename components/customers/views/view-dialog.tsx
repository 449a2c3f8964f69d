"use client";

import { type FormEvent, useId, useState } from "react";
import { exportTexts } from "#components/customers/export/export-texts.ts";
import { orderNames } from "#components/customers/texts.ts";
import { ErrorSummary, type FormError } from "#components/forms/error-summary.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog, firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { SavedView } from "#lib/contract/console/view.ts";
import { maxViewNameLength } from "#lib/contract/values/limits.ts";
import type { CustomersLayout } from "#lib/customers/customers-layout.ts";
import { changeView, createView } from "#lib/query/customers/views.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { type CustomersView, savedQuery } from "#lib/url-state/customers-view.ts";
import { viewTexts as texts } from "./view-texts.ts";

interface ViewDialogProps {
  shown: CustomersView;
  layout: CustomersLayout;
  /** The view to rename or share. If undefined, the dialog saves a new view. */
  view: SavedView | undefined;
  onClose: () => void;
  onSaved: (view: SavedView) => Promise<void>;
}

/** A form that names a new view or renames one, and sets whether everybody sees the view. */
export function ViewDialog({ shown, layout, view, onClose, onSaved }: ViewDialogProps) {
  const formID = useId();
  const nameID = `${formID}-name`;
  const mayWrite = useCanWrite();
  const [name, setName] = useState(view?.name ?? "");
  const [shared, setShared] = useState(view?.shared ?? false);
  const [errors, setErrors] = useState<FormError[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [saving, setSaving] = useState(false);
  // A person may rename another person's shared view, but cannot make it private.
  const mayShare = mayWrite && (view === undefined || view.mine || !view.shared);

  const fail = (found: FormError[]) => {
    setErrors(found);
    setAttempt((before) => before + 1);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    if (name.trim() === "") return fail([{ inputID: nameID, message: texts.nameMissing }]);
    setSaving(true);
    try {
      const kept = { query: savedQuery(shown), layout: { ...layout, columns: [...layout.columns] } };
      await onSaved(
        view
          ? await changeView(view.viewID, { name, ...(shared !== view.shared && { shared }) })
          : await createView({ name, shared, ...kept }),
      );
    } catch (error) {
      const problem = shownProblem(error);
      const found = problem.errors.map(({ field, message }) => ({
        ...(field === "name" && { inputID: nameID }),
        message,
      }));
      fail(found.length > 0 ? found : [{ message: problem.detail }]);
      setSaving(false);
    }
  };
  const order = orderNames[shown.sort][shown.ascending ? "ascending" : "descending"];
  return (
    <Dialog
      title={view ? texts.editTitle : texts.saveTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form={formID} aria-disabled={saving}>
            {view ? texts.editButton : texts.saveButton}
          </Button>
        </>
      }
    >
      <form id={formID} noValidate onSubmit={save} className="flex flex-col gap-4">
        <ErrorSummary title={texts.failed} errors={errors} attempt={attempt} />
        <TextField
          id={nameID}
          label={texts.name}
          {...firstFocusProps}
          autoComplete="off"
          maxLength={maxViewNameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={errors.find(({ inputID }) => inputID === nameID)?.message}
        />
        {mayShare ? (
          <div>
            <label className="flex min-h-6 w-fit items-center gap-2">
              <input
                type="checkbox"
                className="size-4"
                checked={shared}
                onChange={(event) => setShared(event.target.checked)}
              />
              {texts.share}
            </label>
            <p className="ps-6 text-fine text-ink-muted">{texts.shareNote}</p>
          </div>
        ) : (
          !mayWrite && <p className="text-fine text-ink-muted">{texts.shareRefused}</p>
        )}
        {!view && (
          <div>
            <h3 className="font-medium text-table">{texts.kept}</h3>
            <p className="text-table">
              <span className="first-letter:uppercase">{exportTexts.filters(shown)}</span> · {order}
            </p>
            <p className="mt-1 text-fine text-ink-muted">{texts.keptNote}</p>
          </div>
        )}
      </form>
    </Dialog>
  );
}
