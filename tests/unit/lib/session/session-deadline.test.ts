import { expect, test } from "vitest";
import type { Session } from "#lib/contract/console/session.ts";
import { sessionDeadline, sessionPhase, sessionWarningMs } from "#lib/session/session-deadline.ts";

const readAtMs = Date.parse("2026-11-20T12:00:00Z");
const session = (members: Partial<Session>): Session => ({
  staff: { staffID: "1", email: "", name: "", role: "viewer" },
  environments: [],
  idleExpiresAt: "2026-11-20T12:30:00Z",
  expiresAt: "2026-11-20T20:00:00Z",
  ...members,
});

test("the remaining time of the session counts, not the time of a browser's clock", () => {
  const wrongByTenMinutes = readAtMs + 600_000;
  const { atMs } = sessionDeadline(session({ asOf: "2026-11-20T12:00:00Z" }), wrongByTenMinutes);
  expect(atMs - wrongByTenMinutes).toBe(30 * 60_000);
  expect(sessionDeadline(session({}), readAtMs).atMs - readAtMs).toBe(30 * 60_000);
});

test("a final end of a session is distinguished from one that a request can extend", () => {
  expect(sessionDeadline(session({}), readAtMs).isFinal).toBe(false);
  expect(sessionDeadline(session({ idleExpiresAt: "2026-11-20T20:00:00Z" }), readAtMs).isFinal).toBe(true);
});

test("the warning appears two minutes before the end, earlier than the promised sixty seconds", () => {
  const deadline = { atMs: readAtMs, isFinal: false };
  expect(sessionWarningMs).toBeGreaterThanOrEqual(60_000);
  expect(sessionPhase(deadline, readAtMs - sessionWarningMs - 1)).toBe("far");
  expect(sessionPhase(deadline, readAtMs - sessionWarningMs)).toBe("near");
  expect(sessionPhase(deadline, readAtMs - 1)).toBe("near");
  expect(sessionPhase(deadline, readAtMs)).toBe("over");
});
