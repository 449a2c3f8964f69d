"use client";

import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { readPageDigest } from "#lib/requests/page-digest.ts";
import { brokenPageTexts as texts } from "./broken-page-texts.ts";
import { MessagePage } from "./message-page.tsx";

interface BrokenProps {
  error: unknown;
  retry: () => void;
}

/** The facts that are shown about an error. The error's message is not sent to the browser. */
function readError(error: unknown) {
  const digest = error instanceof Error && "digest" in error ? readPageDigest(String(error.digest)) : undefined;
  return {
    title: digest?.isStoreDown ? texts.storeTitle : texts.title,
    explained: digest?.isStoreDown ? texts.storeExplained : texts.explained,
    requestID: digest?.requestID,
  };
}

function Explanation({ explained, requestID }: Pick<ReturnType<typeof readError>, "explained" | "requestID">) {
  return (
    <>
      {explained}
      {requestID !== undefined && (
        <span className="mt-2 block text-fine">
          {texts.reference} <span className="font-mono text-ink">{requestID}</span>
        </span>
      )}
    </>
  );
}

function RetryButton({ retry }: { retry: () => void }) {
  return (
    <Button variant="primary" onClick={() => retry()}>
      {texts.retry}
    </Button>
  );
}

/** Shown instead of a page that could not be rendered. */
export function BrokenPage({ error, retry }: BrokenProps) {
  const { title, ...words } = readError(error);
  return (
    <MessagePage title={title} actions={<RetryButton retry={retry} />}>
      <Explanation {...words} />
    </MessagePage>
  );
}

/** The error page inside the shell, which remains visible. */
export function BrokenPanel({ error, retry }: BrokenProps) {
  const { title, ...words } = readError(error);
  return (
    <EmptyState title={title} actions={<RetryButton retry={retry} />}>
      <Explanation {...words} />
    </EmptyState>
  );
}
