import { buttonClass } from "#components/ui/button.tsx";
import { notFoundTexts as texts } from "./texts.ts";

/**
 * The message for a URL that matches no page, inside the shell. A client component would need one more request, so this
 * is a server component.
 */
export function UnknownPage() {
  return (
    <div className="max-w-lg">
      <h1 className="font-semibold text-display">{texts.title}</h1>
      <p className="mt-2 text-ink-muted">{texts.explained}</p>
      {/* Loads the page in full, because the session may have changed since this page was rendered. */}
      <a href="/" className={`${buttonClass("primary")} mt-4`}>
        {texts.home}
      </a>
    </div>
  );
}
