"use client";

import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { MessagePage } from "./message-page.tsx";
import { brokenTexts as texts } from "./texts.ts";

interface BrokenProps {
  error: unknown;
  retry: () => void;
}

function Explanation({ error }: { error: unknown }) {
  const digest = error instanceof Error && "digest" in error ? String(error.digest) : undefined;
  return (
    <>
      {texts.explained}
      {digest !== undefined && (
        <span className="mt-2 block text-fine">
          {texts.reference} <span className="font-mono text-ink">{digest}</span>
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

/** In place of a page that could not be rendered at all. */
export function BrokenPage({ error, retry }: BrokenProps) {
  return (
    <MessagePage title={texts.title} actions={<RetryButton retry={retry} />}>
      <Explanation error={error} />
    </MessagePage>
  );
}

/** The same inside the shell, which stays. */
export function BrokenPanel({ error, retry }: BrokenProps) {
  return (
    <EmptyState title={texts.title} actions={<RetryButton retry={retry} />}>
      <Explanation error={error} />
    </EmptyState>
  );
}
