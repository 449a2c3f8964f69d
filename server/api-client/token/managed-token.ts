import { AppError } from "#lib/contract/operations/app-error.ts";
import { CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { waitFor } from "#server/api-client/transport/bound-signal.ts";
import { renewalLeadMs, sendingMarginMs } from "./token-lifetime.ts";

export interface MintedToken {
  token: string;
  lifetimeMs: number;
}

/** The caller that needs a token. */
export interface TokenCaller {
  requestID: string;
  /** Ends the wait of this caller. The token is still requested for the other callers. */
  signal: CallSignal;
}

/** The public status of a token, without the token. Instants are ISO 8601 in UTC. */
export interface TokenStatus {
  state: "none" | "valid" | "expired";
  /** True while a new token is being minted. */
  renewing: boolean;
  /** The number of tokens minted since the start. */
  minted: number;
  obtainedAt?: string;
  renewAt?: string;
  expiresAt?: string;
}

interface HeldToken {
  token: string;
  /** When the token was requested, by the wall clock and by the monotonic clock. */
  obtainedAtMs: number;
  obtainedAtTick: number;
  lifetimeMs: number;
  /** From this age on a call starts a renewal and continues with the old token. */
  renewAgeMs: number;
  /** From this age on the token is no longer sent. */
  sendAgeMs: number;
}

/**
 * This many replaced tokens are remembered for masking, because an old text that is still shown may quote one of them.
 */
const rememberedTokens = 3;

/** The maximum pause after a failed renewal in the background. */
const maxRenewalPauseMs = 5_000;

/**
 * The number of refused tokens that are replaced without delay, and the time after which one more token may be
 * replaced. Without this limit, an API that answers 401 to every token would have to issue a new token for each call.
 */
const replacementsAtOnce = 10;
const replacementEveryMs = 10_000;

export type ManagedToken = ReturnType<typeof createManagedToken>;

/**
 * Manages one token. It is minted once for all callers that wait. When a renewal is due, the next call starts it in the
 * background. After a 401 the token is replaced once (specification, section 5, rules 3 and 4). If a minting fails, the
 * callers that waited for it get the error, and the next call tries again.
 *
 * Two clocks measure the age of a token, and the greater age counts. So setting the machine's clock back never makes a
 * token younger, and a machine that slept does not treat its token as fresh. `random` is in [0, 1).
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
    // The token's age is counted from the time before the request. So the transfer time cannot make the token older
    // than the console thinks.
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
      // The error of the renewal is already recorded. Callers continue with the old token and see no error.
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

  /** Returns a valid token. Waits only if the current token is not valid. */
  async function current(caller: TokenCaller): Promise<string> {
    return tokenHeld(caller.requestID) ?? (await waitFor(mintOnce(caller.requestID), caller.signal)).token;
  }

  return {
    /** The current token, if it is still valid. */
    held: tokenHeld,
    current,
    /**
     * Call with a token that was answered with 401. Returns the token that has replaced it in the meantime, or a new
     * token. Undefined if too many tokens were replaced recently.
     */
    replace: async (refused: string, caller: TokenCaller): Promise<string | undefined> => {
      if (held?.token === refused) {
        if (!mayReplace()) return undefined;
        held = undefined;
      }
      return current(caller);
    },
    /** The current token and recently replaced tokens, so that they can be removed from texts. */
    secrets: (): readonly string[] => lately,
    /** The age of a token in milliseconds. Undefined if it has been replaced. */
    ageMsOf: (token: string): number | undefined => (held?.token === token ? ageMs(held) : undefined),
    status: (): TokenStatus => {
      const instant = (ms: number) => new Date(ms).toISOString();
      const about = { renewing: minting !== undefined, minted };
      if (held === undefined) return { state: "none", ...about };
      // Converts an age of the token to an instant of the wall clock, by adding the time that remains until that age.
      const atAge = (age: number, token: HeldToken) => instant(clock.now() + age - ageMs(token));
      return {
        state: ageMs(held) < held.sendAgeMs ? "valid" : "expired",
        ...about,
        obtainedAt: atAge(0, held),
        renewAt: atAge(held.renewAgeMs, held),
        expiresAt: atAge(held.lifetimeMs, held),
      };
    },
    /** Aborts a running minting with `draining`. No further minting starts. */
    close: (): void => closing.abort(new AppError("draining", "Switchboard is shutting down. Try again in a moment.")),
  };
}
