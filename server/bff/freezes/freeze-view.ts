import type { Environment } from "#lib/contract/environment.ts";
import type { Freeze, FreezeAnswer } from "#lib/contract/operations/freeze.ts";
import { instant } from "#lib/format/instant.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { readPersonNames } from "#server/bff/core/person-names.ts";
import { type FreezePeriod, freezeInForce, nextPeriod, periodAt } from "#server/bff/store/freezes/freeze-periods.ts";
import { releasedForMs, type StoredFreeze } from "#server/bff/store/freezes/freezes.ts";

const periodView = ({ startMs, endMs }: FreezePeriod) => ({
  start: instant(startMs),
  ...(endMs !== null && { end: instant(endMs) }),
});

/** True for a freeze that is in force, will begin, or was released a short time ago. */
function isShown(freeze: StoredFreeze, nowMs: number): boolean {
  const isComing = periodAt(freeze, nowMs) !== undefined || nextPeriod(freeze, nowMs) !== undefined;
  return isComing || (freeze.released !== null && nowMs - freeze.released.atMs < releasedForMs);
}

function freezeView(stored: StoredFreeze, nowMs: number): Freeze {
  const { freezeID, environment, scope, includesReverts, reason, startsAt, endsAt, zone, repeats } = stored;
  const { createdBy, createdAt, released, releasedUntil } = stored;
  const current = periodAt(stored, nowMs);
  const next = nextPeriod(stored, nowMs);
  return {
    freezeID,
    environment,
    scope,
    includesReverts,
    reason,
    start: instant(startsAt),
    ...(endsAt !== null && { end: instant(endsAt) }),
    zone,
    ...(repeats && { repeats }),
    ...(current && { current: periodView(current) }),
    ...(next && { next: periodView(next) }),
    createdBy,
    createdAt: instant(createdAt),
    ...(released && {
      released: {
        by: released.by,
        at: instant(released.atMs),
        reason: released.reason,
        ...(releasedUntil !== null && { until: instant(releasedUntil) }),
      },
    }),
  };
}

/** What is frozen in an environment now, and all its freezes. */
export async function freezeAnswer(
  { store }: Pick<CoreServices, "store">,
  environment: Environment,
): Promise<FreezeAnswer> {
  const { freezes: stored, nowMs } = await store.freezes.read(environment);
  const shown = stored.filter((freeze) => isShown(freeze, nowMs));
  const people = shown.flatMap(({ createdBy, released }) => [createdBy, ...(released ? [released.by] : [])]);
  const named = await readPersonNames(
    store.staff,
    people.map(({ staffID }) => staffID),
  );
  const freezes = shown.map((freeze) => {
    const view = freezeView(freeze, nowMs);
    const { createdBy, released } = view;
    return {
      ...view,
      createdBy: named(createdBy),
      ...(released && { released: { ...released, by: named(released.by) } }),
    };
  });
  const force = freezeInForce(stored, "write", nowMs) ?? freezeInForce(stored, "apply", nowMs);
  const frozen = force && freezes.find(({ freezeID }) => freezeID === force.freeze.freezeID);
  const answer = { freezes, asOf: instant(nowMs) };
  if (!force || !frozen) return answer;
  const { freezeID, scope, includesReverts, reason, zone, createdBy, current, start } = frozen;
  const until = force.untilMs === null ? {} : { until: instant(force.untilMs) };
  const since = current?.start ?? start;
  return { ...answer, frozen: { freezeID, scope, includesReverts, reason, zone, createdBy, since, ...until } };
}
