"use client";

import { useState } from "react";
import { uploadButtonTexts as texts } from "#components/imports/upload/upload-button-texts.ts";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import type { Environment } from "#lib/contract/environment.ts";

const UploadDialog = lazyPart(() =>
  import("#components/imports/upload/upload-dialog.tsx").then((module) => module.UploadDialog),
);

/** A link to the import, for a person who is about to create many customers one by one. */
export function ImportLine({ environment }: { environment: Environment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="text-ink-muted text-table">
        {texts.several}{" "}
        <button
          type="button"
          {...loadsOnIntent(UploadDialog)}
          onClick={() => setOpen(true)}
          className="min-h-6 text-accent hover:underline"
        >
          {texts.importFile}
        </button>
      </p>
      {isOpen && <UploadDialog environment={environment} onClose={() => setOpen(false)} />}
    </>
  );
}
