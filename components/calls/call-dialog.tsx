"use client";

import { Dialog } from "#components/ui/dialog/dialog.tsx";
import type { Call } from "#lib/contract/calls/call.ts";
import { CallFacts } from "./call-facts.tsx";
import { CallStatus } from "./call-status.tsx";

/** All facts about one call. */
export function CallDialog({ call, address, onClose }: { call: Call; address: string; onClose: () => void }) {
  return (
    <Dialog
      title={`${call.method} ${call.path}`}
      detail={<CallStatus call={call} />}
      className="max-w-3xl!"
      onClose={onClose}
    >
      <div className="-mx-4 -my-1">
        <CallFacts call={call} address={address} />
      </div>
    </Dialog>
  );
}
