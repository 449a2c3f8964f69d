"use client";

import { RotateCw, TriangleAlert } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { CustomerList } from "#lib/contract/customer-list.ts";
import { customersTexts as texts } from "./texts.ts";

interface FreshnessProps {
  list: CustomerList | undefined;
  reloading: boolean;
  onReload: () => void;
}

/** When the rows were read, whether they are the last good ones only, and the way to newer ones. */
export function Freshness({ list, reloading, onReload }: FreshnessProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-fine text-ink-muted">
      {list?.stale && (
        <p className="inline-flex items-center gap-1.5 rounded-small bg-caution-soft px-2 py-0.5 text-caution">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          {texts.stale}
        </p>
      )}
      {list && (
        <p>
          {texts.asOf} <Timestamp value={list.asOf} detail="clock" /> <ZoneName />
        </p>
      )}
      <Button variant="quiet" className="print:hidden" aria-disabled={reloading} onClick={onReload}>
        <RotateCw aria-hidden className={reloading ? "size-3.5 animate-spin" : "size-3.5"} />
        {texts.reload}
      </Button>
    </div>
  );
}
