import { AppError } from "#lib/contract/errors.ts";
import { waitFor } from "./bound-signal.ts";
import type { Clock } from "./clock.ts";
import { renewalLeadMs, sendingMarginMs } from "./token-lifetime.ts";

export interface MintedToken {
  token: string;
  lifetimeMs: number;
}

/** On whose behalf a token is wanted. */
export interface TokenCaller {
  requestID: string;
  /** Ends this caller's wait; the minting goes on for the others. */
  signal: AbortSignal;
}

/** What may be told about a token: everything but the token. Instants are ISO 8601 in UTC. */
export interface TokenStatus {
  state: "none" | "valid" | "expired";
  /** True while a new one is being minted. */
  renewing: boolean;
  /** How many were minted since the start. */
  minted: number;
  obtainedAt?: string;
  renewAt?: string;
  expiresAt?: string;
}

export interface ManagedToken {
  /** A token to send now. Waits only where there is none that still holds. */
  current(caller: TokenCaller): Promise<string>;
  /** A token in place of one that was answered with 401: the one that replaced it meanwhile, or a new one. */
  replace(refused: string, caller: TokenCaller): Promise<string>;
  status(): TokenStatus;
  /** Ends a minting under way, for whom it fails with `draining`; there is none after it. */
  close(): void;
}

interface HeldToken {
  token: string;
  obtainedAtMs: number;
  expiresAtMs: number;
  /** From here on a call starts a renewal, and goes on with the old token. */
  renewAtMs: number;
  /** From here on it is not sent any more. */
  sendUntilMs: number;
}

/** After a failed renewal in the background the next one waits this long at most. */
const longestRenewalPauseMs = 5_000;

/**
 * Keeps one token: minted once however many callers wait for it, renewed in the background by the
 * first call after its renewal is due, replaced once after a 401 (specification, section 5, rules
 * 3 and 4). A failed minting fails those who waited for it and is forgotten. `random` is in [0, 1).
 */
export function createManagedToken(options: {
  mint(caller: TokenCaller): Promise<MintedToken>;
  clock: Clock;
  random: () => number;
}): ManagedToken {
  const { mint, clock, random } = options;
  const closing = new AbortController();
  let held: HeldToken | undefined;
  let minting: Promise<HeldToken> | undefined;
  let minted = 0;

  async function mintAndHold(requestID: string): Promise<HeldToken> {
    // The life is counted from before the request, so that its way never makes a token too old.
    const obtainedAtMs = clock.now();
    const { token, lifetimeMs } = await mint({ requestID, signal: closing.signal });
    const expiresAtMs = obtainedAtMs + lifetimeMs;
    minted += 1;
    held = {
      token,
      obtainedAtMs,
      expiresAtMs,
      renewAtMs: expiresAtMs - renewalLeadMs(lifetimeMs, random()),
      sendUntilMs: expiresAtMs - sendingMarginMs(lifetimeMs),
    };
    return held;
  }

  function mintOnce(requestID: string): Promise<HeldToken> {
    minting ??= mintAndHold(requestID).finally(() => {
      minting = undefined;
    });
    return minting;
  }

  function renewInBackground(old: HeldToken, requestID: string): void {
    mintOnce(requestID).catch(() => {
      const now = clock.now();
      // The mint reported its error; callers go on with the old token and see none.
      old.renewAtMs = now + Math.min(longestRenewalPauseMs, (old.sendUntilMs - now) / 4);
    });
  }

  async function current(caller: TokenCaller): Promise<string> {
    const now = clock.now();
    if (held === undefined || now >= held.sendUntilMs) {
      return (await waitFor(mintOnce(caller.requestID), caller.signal)).token;
    }
    if (now >= held.renewAtMs && minting === undefined) renewInBackground(held, caller.requestID);
    return held.token;
  }

  return {
    current,
    replace: (refused, caller) => {
      if (held?.token === refused) held = undefined;
      return current(caller);
    },
    status: () => {
      const instant = (ms: number) => new Date(ms).toISOString();
      const about = { renewing: minting !== undefined, minted };
      if (held === undefined) return { state: "none", ...about };
      return {
        state: clock.now() < held.sendUntilMs ? "valid" : "expired",
        ...about,
        obtainedAt: instant(held.obtainedAtMs),
        renewAt: instant(held.renewAtMs),
        expiresAt: instant(held.expiresAtMs),
      };
    },
    close: () => closing.abort(new AppError("draining", "The console is shutting down. Try again in a moment.")),
  };
}
