"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { ShownProblem } from "#lib/requests/shown-problem.ts";
import { unknownStepTexts as texts } from "./texts.ts";

interface UnknownStepProps {
  problem: ShownProblem;
  findInRecord: () => Promise<"found" | "none" | "unread">;
}

/**
 * Shown when it is unknown whether the change was sent. Offers to look for the change in the console's stored
 * operations.
 */
export function UnknownStep({ problem, findInRecord }: UnknownStepProps) {
  const [state, setState] = useState<"idle" | "checking" | "none" | "unread">("idle");
  const checkAgain = async () => {
    setState("checking");
    const result = await findInRecord();
    if (result !== "found") setState(result);
  };
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p className="wrap-anywhere">
        {problem.code === "offline" ? texts.noResponse : texts.response(problem.detail)} {texts.recorded}
      </p>
      {state !== "idle" && (
        <p className="font-medium">{{ checking: texts.checking, none: texts.none, unread: texts.unread }[state]}</p>
      )}
      <Button
        variant="primary"
        aria-disabled={state === "checking"}
        onClick={() => {
          if (state !== "checking") void checkAgain();
        }}
      >
        {texts.checkRecord}
      </Button>
    </div>
  );
}
