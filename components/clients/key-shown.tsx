"use client";

import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import type { NewClientAnswer } from "#lib/contract/access/clients.ts";
import { api } from "#lib/paths.ts";
import { clientTexts as texts } from "./texts.ts";

/** Shows a new key and an example script that uses the key. The key is never shown again. */
export function KeyShown({ made: { client, key } }: { made: NewClientAnswer }) {
  const [environment = "sandbox"] = client.environments;
  const address = `${window.location.origin}${api.customers(environment, "limit=10")}`;
  const example = texts.curl(address);
  return (
    <section aria-label={texts.keyTitle} className="flex flex-col gap-2">
      <p>{texts.keyNote}</p>
      <Copied text={key} label={texts.copyKey} isFirst />
      <p className="mt-2 font-medium text-table">{texts.example}</p>
      <Copied text={example} label={texts.copyExample} />
    </section>
  );
}

function Copied({ text, label, isFirst = false }: { text: string; label: string; isFirst?: boolean }) {
  return (
    <p className="flex items-start gap-2 rounded-base bg-sunken px-3 py-2">
      <span className="min-w-0 flex-1 select-all font-mono text-fine wrap-anywhere">{text}</span>
      <CopyButton {...(isFirst && firstFocusProps)} text={text} label={label} />
    </p>
  );
}
