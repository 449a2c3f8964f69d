"use client";

import { useEffect, useRef, useState } from "react";
import type { AuditBreak } from "#lib/contract/access/audit-requests.ts";
import { verifyAuditPart } from "#lib/query/console/audit.ts";

export type VerificationState =
  | { step: "running"; checked: number; last: number }
  | { step: "done"; checked: number; breaks: readonly AuditBreak[]; isOpen: boolean; unknownKeys: readonly string[] }
  | { step: "failed" };

/** Verifies the whole hash chain in parts. */
export function useVerification(): { state: VerificationState | undefined; verify: () => Promise<void> } {
  const [state, setState] = useState<VerificationState>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function verify(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setState({ step: "running", checked: 0, last: 0 });
    const breaks: AuditBreak[] = [];
    const unknownKeys = new Set<string>();
    let isOpen = false;
    let checked = 0;
    try {
      for (let after: number | undefined; ; ) {
        const part = await verifyAuditPart(after, controller.signal);
        checked += part.rows;
        breaks.push(...part.breaks);
        for (const keyID of part.unknownKeys) unknownKeys.add(keyID);
        isOpen = part.isOpen;
        if (part.next === undefined) break;
        after = part.next;
        setState({ step: "running", checked, last: part.last - part.first + 1 });
      }
      setState({ step: "done", checked, breaks, isOpen, unknownKeys: [...unknownKeys] });
    } catch {
      if (!controller.signal.aborted) setState({ step: "failed" });
    }
  }
  return { state, verify };
}
