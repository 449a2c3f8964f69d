import { AppError } from "#lib/contract/operations/app-error.ts";
import { CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { waitFor } from "#server/api-client/transport/bound-signal.ts";
import { renewalLeadMs, sendingMarginMs } from "./token-lifetime.ts";

export interface MintedToken {
  token: string;
  lifetimeMs: number;
}

/** A caller that needs a token. */
export interface TokenCaller {
  requestID: string;
  /** If this signal aborts, only this caller stops waiting. The token is still requested for other callers. */
  signal: CallSignal;
}

/** The status of a token, without the token itself. Instants are ISO 8601 in UTC. */
export interface TokenStatus {
  state: "none" | "valid" | "expired";
  /** True while a new token is being requested. */
  renewing: boolean;
  /** The number of tokens obtained since the start. */
  minted: number;
  obtainedAt?: string;
  renewAt?: string;
  expiresAt?: string;
}

interface HeldToken {
  token: string;
  /** When the token was requested, by the wall clock. `obtainedAtTick` is the same time by the monotonic clock. */
  obtainedAtMs: number;
  obtainedAtTick: number;
  lifetimeMs: number;
  /** From this age on, a call starts the renewal but still uses the old token. */
  renewAgeMs: number;
  /** From this age on, the token is no longer used. */
  sendAgeMs: number;
}

/**
 * The number of newest tokens that are remembered for masking, including the current token. A text that is still shown
 * may contain an earlier token.
 */
const rememberedTokens = 3;

/** The maximum pause after a failed renewal in the background, in milliseconds. */
const maxRenewalPauseMs = 5_000;

/**
 * How many refused tokens are replaced without delay, and after how many milliseconds one more refused token may be
 * replaced. Without this limit, an API that refuses every token would have to issue a new token for each call.
 */
const replacementsAtOnce = 10;
const replacementEveryMs = 10_000;

export type ManagedToken = ReturnType<typeof createManagedToken>;

/**
 * Manages one token. All waiting callers share one request for a new token. When a renewal is due, the next call starts
 * it in the background. After a 401, the token is replaced once (specification, section 5, rules 3 and 4). If a request
 * for a token fails, its waiting callers get the error, and the next call tries again.
 *
 * Two clocks measure the age of a token, and the greater age counts. So setting the machine's clock back never makes a
 * token younger. After the machine has slept, the token counts as old. `random` is in [0, 1).
 */
export function createManagedToken(options: {
  mint(caller: TokenCaller): Promise<MintedToken>;
  clock: Clock;
  random: () => number;
}) {
  const { mint, clock, random } = options;
  const closing = new CallAbort();
  let held: HeldToken | undefined;
  let minting: Promise<HeldToken> | undefined;
  let minted = 0;
  let lately: string[] = [];
  let replacements = replacementsAtOnce;
  let countedAtTick = clock.monotonic();

  function ageMs({ obtainedAtMs, obtainedAtTick }: HeldToken): number {
    return Math.max(clock.monotonic() - obtainedAtTick, clock.now() - obtainedAtMs);
  }

  async function mintAndHold(requestID: string): Promise<HeldToken> {
    // The age counts from before the request. Otherwise the transfer time would make the token look younger than it is.
    const obtainedAtMs = clock.now();
    const obtainedAtTick = clock.monotonic();
    const { token, lifetimeMs } = await mint({ requestID, signal: closing });
    minted += 1;
    lately = [token, ...lately].slice(0, rememberedTokens);
    held = {
      token,
      obtainedAtMs,
      obtainedAtTick,
      lifetimeMs,
      renewAgeMs: lifetimeMs - renewalLeadMs(lifetimeMs, random()),
      sendAgeMs: lifetimeMs - sendingMarginMs(lifetimeMs),
    };
    return held;
  }

  function mayReplace(): boolean {
    const now = clock.monotonic();
    const earned = (now - countedAtTick) / replacementEveryMs;
    replacements = Math.min(replacements + earned, replacementsAtOnce);
    countedAtTick = now;
    if (replacements < 1) return false;
    replacements -= 1;
    return true;
  }

  function mintOnce(requestID: string): Promise<HeldToken> {
    minting ??= mintAndHold(requestID).finally(() => {
      minting = undefined;
    });
    return minting;
  }

  function renewInBackground(old: HeldToken, requestID: string): void {
    mintOnce(requestID).catch(() => {
      const age = ageMs(old);
      // The error of the renewal is already recorded. Callers use the old token and get no error.
      old.renewAgeMs = age + Math.min(maxRenewalPauseMs, (old.sendAgeMs - age) / 4);
    });
  }

  function tokenHeld(requestID: string): string | undefined {
    if (held === undefined) return undefined;
    const age = ageMs(held);
    if (age >= held.sendAgeMs) return undefined;
    if (age >= held.renewAgeMs && minting === undefined) renewInBackground(held, requestID);
    return held.token;
  }

  /** Returns a valid token. Waits only if there is no valid token. */
  async function current(caller: TokenCaller): Promise<string> {
    return tokenHeld(caller.requestID) ?? (await waitFor(mintOnce(caller.requestID), caller.signal)).token;
  }

  return {
    /** The current token if it is still valid. Otherwise undefined. */
    held: tokenHeld,
    current,
    /**
     * Must be called with a token that the API refused with a 401. Returns a newer token: the current one if it was
     * already replaced, otherwise a new one. Undefined if too many tokens were replaced recently.
     */
    replace: async (refused: string, caller: TokenCaller): Promise<string | undefined> => {
      if (held?.token === refused) {
        if (!mayReplace()) return undefined;
        held = undefined;
      }
      return current(caller);
    },
    /** The current token and recently replaced tokens. They are removed from texts. */
    secrets: (): readonly string[] => lately,
    /** The age of a token in milliseconds. Undefined if it is no longer the current token. */
    ageMsOf: (token: string): number | undefined => (held?.token === token ? ageMs(held) : undefined),
    status: (): TokenStatus => {
      const instant = (ms: number) => new Date(ms).toISOString();
      const about = { renewing: minting !== undefined, minted };
      if (held === undefined) return { state: "none", ...about };
      // The instant of the wall clock at which the token reaches this age.
      const atAge = (age: number, token: HeldToken) => instant(clock.now() + age - ageMs(token));
      return {
        state: ageMs(held) < held.sendAgeMs ? "valid" : "expired",
        ...about,
        obtainedAt: atAge(0, held),
        renewAt: atAge(held.renewAgeMs, held),
        expiresAt: atAge(held.lifetimeMs, held),
      };
    },
    /** Aborts a running request for a token with `draining`. No further token is requested. */
    close: (): void => closing.abort(new AppError("draining", "Switchboard is shutting down. Try again in a moment.")),
  };
}
