import type { ReactNode } from "react";
import { developerTexts as texts } from "./record-texts.ts";

/** A collapsed panel for developers. Contains the record as the API sent it. */
export function DeveloperPanel({ children }: { children: ReactNode }) {
  return (
    <section aria-label={texts.title} className="rounded-base border border-line bg-surface print:hidden">
      <details>
        <summary className="px-4 py-2.5 text-ink-muted hover:text-ink">
          <span className="font-semibold text-ink">{texts.developer}</span> · {texts.title}
        </summary>
        <div className="border-line border-t">{children}</div>
      </details>
    </section>
  );
}
