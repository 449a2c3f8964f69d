import { buttonClass } from "#components/ui/button.tsx";
import { notFoundTexts as texts } from "./texts.ts";

/**
 * The message for a URL without a page, inside the shell. This is a server component, because a client component would
 * cost one more request.
 */
export function UnknownPage() {
  return (
    <div className="max-w-lg">
      <h1 className="font-semibold text-display">{texts.title}</h1>
      <p className="mt-2 text-ink-muted">{texts.explained}</p>
      {/* A full page load, because the session may have changed since this page was rendered. */}
      <a href="/" className={`${buttonClass("primary")} mt-4`}>
        {texts.home}
      </a>
    </div>
  );
}
