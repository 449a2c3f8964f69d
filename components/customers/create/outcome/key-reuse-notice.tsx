"use client";

import Link from "next/link";
import { outcomeTexts as texts } from "#components/customers/create/texts.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import { pages } from "#lib/paths.ts";

interface KeyReuseNoticeProps {
  environment: Environment;
  /** The operation that was sent with the same key. */
  operation: Operation | undefined;
  onRenew: () => void;
}

/**
 * Says that the draft's key was already sent with other values. The person must decide whether to send this draft with
 * a new key.
 */
export function KeyReuseNotice({ environment, operation, onRenew }: KeyReuseNoticeProps) {
  const sent = operation
    ? pages.operation(environment, operation.operationID)
    : pages.operations(environment, "mine=true");
  return (
    <section role="alert" className="flex gap-2.5 rounded-base bg-caution-soft px-4 py-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-caution" />
      <div className="min-w-0 max-w-[72ch]">
        <h2 className="font-semibold">{texts.otherTitle}</h2>
        <p>{texts.otherWhy}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Link href={sent} prefetch={false} className={buttonClass("primary")}>
            {texts.otherOpen}
          </Link>
          <Button onClick={onRenew}>{texts.otherNew}</Button>
        </div>
      </div>
    </section>
  );
}
