"use client";

import { Button } from "#components/ui/button.tsx";
import { Trash2 } from "#components/ui/icon/icons.tsx";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import { eraseTexts as texts } from "./history-texts.ts";

/** The menu item that erases a customer. Only for people with the permission. */
export function EraseItem({ onErase }: { onErase: () => void }) {
  const { staff } = useSession();
  if (!may(staff.role, "known.erase")) return null;
  return (
    <Button variant="quiet" className="justify-start" onClick={onErase}>
      <Trash2 aria-hidden className="size-4" />
      {texts.item}
    </Button>
  );
}
