"use client";

import { Button } from "#components/ui/button.tsx";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { Copy, Download, Printer } from "#components/ui/icon/icons.tsx";
import { useCopying } from "#components/ui/record/copy-button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { recoveryTexts as texts } from "./texts.ts";

/** Shows recovery codes. They are never shown again. The person can copy, save or print the codes. */
export function RecoveryCodesShown({ codes }: { codes: readonly string[] }) {
  const { email } = useSession().staff;
  const { button, copied, copy, byHand } = useCopying(texts.list);
  const text = `${codes.join("\n")}\n`;
  const download = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${texts.fileTitle(email)}\n\n${text}`], { type: "text/plain" }));
    link.download = texts.fileName;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <div className="flex flex-col gap-3">
      <p>{texts.note}</p>
      <div data-print-alone>
        <p className="hidden pb-4 print:block">{texts.fileTitle(email)}</p>
        <ul
          aria-label={texts.list}
          className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-base bg-sunken px-4 py-3 font-mono sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="select-all whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button ref={button} {...firstFocusProps} onClick={() => copy(text)}>
          <Copy aria-hidden className="size-4" />
          {copied ? texts.copied : texts.copy}
        </Button>
        {byHand}
        <Button onClick={download}>
          <Download aria-hidden className="size-4" />
          {texts.download}
        </Button>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          {texts.print}
        </Button>
      </div>
    </div>
  );
}
