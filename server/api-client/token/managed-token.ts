import { AppError } from "#lib/contract/operations/app-error.ts";
import { CallAbort, type CallSignal } from "#server/api-client/call-signal.ts";
import type { Clock } from "#server/api-client/clock.ts";
import { waitFor } from "#server/api-client/transport/bound-signal.ts";
import { renewalLeadMs, sendingMarginMs } from "./token-lifetime.ts";

export interface MintedToken {
  token: string;
  lifetimeMs: number;
}

/** On whose behalf a token is wanted. */
export interface TokenCaller {
  requestID: string;
  /** Ends this caller's wait; the minting goes on for the others. */
  signal: CallSignal;
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
  /** The token to send now, where there is one that still holds. */
  held(requestID: string): string | undefined;
  /** A token to send now. Waits only where there is none that still holds. */
  current(caller: TokenCaller): Promise<string>;
  /**
   * A token in place of one that was answered with 401: the one that replaced it meanwhile, or a new
   * one. Undefined where too many were replaced lately.
   */
  replace(refused: string, caller: TokenCaller): Promise<string | undefined>;
  /** The age of a token in milliseconds; undefined for one that has been replaced. */
  ageMsOf(token: string): number | undefined;
  /** The token that is held and those that it has replaced lately, to be taken out of texts. */
  secrets(): readonly string[];
  status(): TokenStatus;
  /** Ends a minting under way, for whom it fails with `draining`; there is none after it. */
  close(): void;
}

interface HeldToken {
  token: string;
  /** When it was requested, by both clocks. */
  obtainedAtMs: number;
  obtainedAtTick: number;
  lifetimeMs: number;
  /** From this age on a call starts a renewal, and goes on with the old token. */
  renewAgeMs: number;
  /** From this age on it is not sent any more. */
  sendAgeMs: number;
}

/** Tokens that are known for as long as a text that quotes one may be shown. */
const rememberedTokens = 3;

/** After a failed renewal in the background the next one waits this long at most. */
const maxRenewalPauseMs = 5_000;

/**
 * Refused tokens that are replaced at once, and how long until one more is. An API that answers 401
 * to whatever token it gave would otherwise have to issue another with each call.
 */
const replacementsAtOnce = 10;
const replacementEveryMs = 10_000;

/**
 * Keeps one token: minted once however many callers wait for it, renewed in the background by the
 * first call after its renewal is due, replaced once after a 401 (specification, section 5, rules
 * 3 and 4). A failed minting fails those who waited for it and is forgotten. Its age is the greater
 * one by two clocks: setting the machine's clock back never makes it younger, and a machine that
 * slept does not take it for fresh. `random` is in [0, 1).
 */
export function createManagedToken(options: {
  mint(caller: TokenCaller): Promise<MintedToken>;
  clock: Clock;
  random: () => number;
}): ManagedToken {
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
    // The life is counted from before the request, so that its way never makes a token too old.
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
      // The mint reported its error; callers go on with the old token and see none.
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

  async function current(caller: TokenCaller): Promise<string> {
    return tokenHeld(caller.requestID) ?? (await waitFor(mintOnce(caller.requestID), caller.signal)).token;
  }

  return {
    held: tokenHeld,
    current,
    replace: async (refused, caller) => {
      if (held?.token === refused) {
        if (!mayReplace()) return undefined;
        held = undefined;
      }
      return current(caller);
    },
    secrets: () => lately,
    ageMsOf: (token) => (held?.token === token ? ageMs(held) : undefined),
    status: () => {
      const instant = (ms: number) => new Date(ms).toISOString();
      const about = { renewing: minting !== undefined, minted };
      if (held === undefined) return { state: "none", ...about };
      // By the clock that is shown, from what is left by the one that is counted with.
      const atAge = (age: number, token: HeldToken) => instant(clock.now() + age - ageMs(token));
      return {
        state: ageMs(held) < held.sendAgeMs ? "valid" : "expired",
        ...about,
        obtainedAt: atAge(0, held),
        renewAt: atAge(held.renewAgeMs, held),
        expiresAt: atAge(held.lifetimeMs, held),
      };
    },
    close: () => closing.abort(new AppError("draining", "Switchboard is shutting down. Try again in a moment.")),
  };
}
