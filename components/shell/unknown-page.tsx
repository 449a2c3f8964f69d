import { buttonClass } from "#components/ui/button.tsx";
import { notFoundTexts as texts } from "./texts.ts";

/** Says inside the frame that an address leads nowhere. Not a part of the browser, which would be one more request. */
export function UnknownPage() {
  return (
    <div className="max-w-lg">
      <h1 className="font-semibold text-display">{texts.title}</h1>
      <p className="mt-2 text-ink-muted">{texts.explained}</p>
      {/* A full navigation: the page that leads nowhere may belong to a session that has changed. */}
      <a href="/" className={`${buttonClass("primary")} mt-4`}>
        {texts.home}
      </a>
    </div>
  );
}
