"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { lostTexts as texts } from "./texts.ts";

interface LostStepProps {
  look: () => Promise<"found" | "none" | "unread">;
}

/** The browser got no answer of the console. Its record tells whether there was anything to answer. */
export function LostStep({ look }: LostStepProps) {
  const [state, setState] = useState<"idle" | "looking" | "none" | "unread">("idle");
  const lookAgain = async () => {
    setState("looking");
    const seen = await look();
    if (seen !== "found") setState(seen);
  };
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p>{texts.explained}</p>
      {state !== "idle" && (
        <p className="font-medium">{{ looking: texts.looking, none: texts.none, unread: texts.unread }[state]}</p>
      )}
      <Button
        aria-disabled={state === "looking"}
        onClick={() => {
          if (state !== "looking") void lookAgain();
        }}
      >
        {texts.lookAgain}
      </Button>
    </div>
  );
}
