"use client";

import { Button } from "#components/ui/button.tsx";
import { CirclePlay } from "#components/ui/icon/icons.tsx";

/**
 * The button for the next step. Its label may contain a long customer name. If there is too little space, the label is
 * cut off.
 */
export function NextButton({ label, busy, onPress }: { label: string; busy: boolean; onPress: () => void }) {
  return (
    <Button
      variant="primary"
      aria-disabled={busy}
      onClick={onPress}
      className="max-w-full max-sm:h-auto max-sm:min-h-8 max-sm:whitespace-normal max-sm:py-1"
    >
      <CirclePlay aria-hidden className="size-4 shrink-0" />
      <bdi className="min-w-0 truncate max-sm:whitespace-normal">{label}</bdi>
    </Button>
  );
}
