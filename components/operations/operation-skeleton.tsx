import { detailTexts as texts } from "./texts.ts";

/** The placeholder while an operation's page loads. */
export function OperationSkeleton() {
  return (
    <div className="flex animate-late flex-col gap-3">
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <div aria-hidden className="h-7 w-72 max-w-full animate-pulse rounded-small bg-sunken" />
      <div aria-hidden className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="h-64 animate-pulse rounded-base border border-line bg-surface" />
        <div className="h-64 animate-pulse rounded-base border border-line bg-surface" />
      </div>
    </div>
  );
}
