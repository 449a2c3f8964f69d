"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useSession } from "#components/ui/session.tsx";
import type { Session } from "#lib/contract/console/session.ts";
import { extendSession, readSession } from "#lib/query/console/session.ts";
import { onSessionOver } from "#lib/requests/session-over.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";
import {
  type SessionDeadline,
  sessionDeadline,
  sessionPhase,
  sessionWarningMs,
} from "#lib/session/session-deadline.ts";

/**
 * Polling interval near the end of the session, in milliseconds. Polling is needed because another tab may have
 * extended the session.
 */
const nearEveryMs = 15_000;

/** The longest delay that a browser's timer supports, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

interface Standing {
  deadline: SessionDeadline;
  /** `changed`: another person has signed in with this browser after this page was loaded. */
  phase: "far" | "near" | "over" | "changed";
  /** How often the session was read so far, including failed attempts. Each attempt starts the next timer. */
  asked: number;
}

export interface SessionEnd extends Pick<Standing, "deadline" | "phase"> {
  /** Extends the session. Returns the problem if this failed. */
  extend: () => Promise<ShownProblem | undefined>;
}

/**
 * Watches for the end of the session. Before a warning, reads the session from the console, because other tabs may have
 * extended the session. This request does not extend the session. After the browser was asleep, reads the session when
 * the person returns. If a write is refused because the session has ended early, also reports that the session has
 * ended.
 */
export function useSessionEnd(): SessionEnd {
  const session = useSession();
  const { staffID } = session.staff;
  const [standing, setStanding] = useState<Standing>(() => ({
    deadline: sessionDeadline(session, Date.now()),
    phase: "far",
    asked: 0,
  }));
  const take = useCallback(
    (read: Session) => {
      const now = Date.now();
      const deadline = sessionDeadline(read, now);
      const phase = read.staff.staffID === staffID ? sessionPhase(deadline, now) : "changed";
      setStanding(({ asked }) => ({ deadline, phase, asked: asked + 1 }));
    },
    [staffID],
  );
  const check = useCallback(async () => {
    try {
      take(await readSession());
    } catch (error) {
      const isOver = shownProblem(error).code === "not_signed_in";
      setStanding(({ deadline, asked }) => ({
        deadline,
        phase: isOver ? "over" : sessionPhase(deadline, Date.now()),
        asked: asked + 1,
      }));
    }
  }, [take]);

  const latest = useRef(standing);
  useEffect(() => {
    latest.current = standing;
    const { deadline, phase } = standing;
    if (phase === "over" || phase === "changed") return;
    const untilWarning = deadline.atMs - sessionWarningMs - Date.now();
    const untilEnd = deadline.atMs - Date.now();
    const inMs = phase === "far" ? Math.max(1_000, untilWarning) : Math.max(1_000, Math.min(nearEveryMs, untilEnd));
    const timer = setTimeout(check, Math.min(inMs, maxTimerMs));
    return () => clearTimeout(timer);
  }, [standing, check]);
  useEffect(() => {
    const comeBack = () => {
      const { deadline, phase } = latest.current;
      const isQuiet = phase === "far" && sessionPhase(deadline, Date.now()) === "far";
      if (document.visibilityState === "visible" && !isQuiet) void check();
    };
    document.addEventListener("visibilitychange", comeBack);
    window.addEventListener("focus", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      window.removeEventListener("focus", comeBack);
    };
  }, [check]);

  useEffect(() => onSessionOver(() => void check()), [check]);

  const extend = async () => {
    try {
      take(await extendSession());
      return undefined;
    } catch (error) {
      const problem = shownProblem(error);
      if (problem.code === "not_signed_in") setStanding((before) => ({ ...before, phase: "over" }));
      return problem;
    }
  };
  return { deadline: standing.deadline, phase: standing.phase, extend };
}
