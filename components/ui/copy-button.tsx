"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const confirmationMs = 2_000;

/** Copies `text` whole; says so by icon and word. `label` names what is copied. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={copied ? `${label}: copied` : label}
      title={label}
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
      className="grid size-6 shrink-0 place-items-center rounded-small text-ink-muted hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden className={copied ? "size-3.5 text-positive" : "size-3.5"} />
    </button>
  );
}
