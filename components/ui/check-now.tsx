"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import { useState } from "react";
import { probeAnswerSchema } from "#lib/contract/availability.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { writeJson } from "#lib/fetch-json.ts";
import { api } from "#lib/paths.ts";
import { type ShownProblem, shownProblem } from "#lib/shown-problem.ts";
import { Button } from "./button.tsx";
import { problemText, problemWords as words } from "./problem-texts.ts";
import { useMayProbe } from "./session.tsx";
import { Timestamp } from "./timestamp.tsx";

/**
 * Asks the API at once, for administrators, while requests to it are paused; then everything on the page
 * is read again.
 */
export function CheckNow() {
  const mayProbe = useMayProbe();
  const environment = environmentSchema.safeParse(useParams().environment).data;
  const queries = useQueryClient();
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<ShownProblem>();
  if (!mayProbe || environment === undefined) return null;

  async function check(): Promise<void> {
    if (checking || environment === undefined) return;
    setChecking(true);
    setProblem(undefined);
    try {
      await writeJson("POST", api.probe(environment), probeAnswerSchema);
    } catch (error) {
      setProblem(shownProblem(error));
    } finally {
      setChecking(false);
      // Also after a refusal: until when requests are paused may have changed.
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
