"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useCanProbe } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ProbeAnswer } from "#lib/contract/console/availability.ts";
import { api } from "#lib/paths.ts";
import { writeJson } from "#lib/requests/fetch-json.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import { problemText, problemWords as words } from "./problem-texts.ts";
import { usePageEnvironment } from "./use-page-environment.ts";

/**
 * A button for administrators. It sends a request to the API even though requests are paused, and then reloads
 * everything on the page.
 */
export function ProbeButton() {
  const mayProbe = useCanProbe();
  const environment = usePageEnvironment();
  const queries = useQueryClient();
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<ShownProblem>();
  if (!mayProbe || environment === undefined) return null;

  async function check(): Promise<void> {
    if (checking || environment === undefined) return;
    setChecking(true);
    setProblem(undefined);
    try {
      await writeJson<ProbeAnswer>("POST", api.probe(environment), { asOf: "string" });
    } catch (error) {
      setProblem(shownProblem(error));
    } finally {
      setChecking(false);
      // Reloads after a refusal too, because the time when the pause ends may have changed.
      await queries.invalidateQueries();
    }
  }

  return (
    <span className="inline-flex flex-wrap items-center gap-2 print:hidden">
      <Button onClick={() => void check()} aria-disabled={checking}>
        {checking ? words.checking : words.checkNow}
      </Button>
      <span role="status">
        {problem && (
          <>
            {problemText(problem.code).title}
            {problem.retryAt !== undefined && (
              <>
                {". "}
                {words.pausedUntil} <Timestamp value={problem.retryAt} detail="clock" />
              </>
            )}
            .
          </>
        )}
      </span>
    </span>
  );
}
