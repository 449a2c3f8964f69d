import type { Metadata } from "next";
import { MessagePage } from "#components/shell/message-page.tsx";
import { notFoundTexts as texts } from "#components/shell/texts.ts";
import { buttonClass } from "#components/ui/button.tsx";

export const metadata: Metadata = { title: texts.title };

export default function NotFound() {
  return (
    <MessagePage
      title={texts.title}
      actions={
        // Loads the page in full, because the session may have changed since this page was rendered.
        <a href="/" className={buttonClass("primary")}>
          {texts.home}
        </a>
      }
    >
      <p>{texts.explained}</p>
    </MessagePage>
  );
}
