import { sealData, unsealData } from "iron-session";
import { z } from "zod";
import type { Logger } from "#server/bff/core/log/log.ts";
import { describeCause } from "#server/bff/core/log/report-error.ts";
import type { TotpStore } from "#server/bff/store/factors/totp.ts";

const sealedSchema = z.object({ staffID: z.string(), secret: z.string() });

/**
 * Encrypts secrets that the console must be able to read again. An encrypted secret belongs to one person. If somebody
 * copies it to the row of another person, the copy cannot be decrypted.
 */
export type SecretSeal = ReturnType<typeof createSecretSeal>;

/**
 * Encrypts with the first secret of SESSION_SECRET, and decrypts with any secret of SESSION_SECRET. The list is read
 * again at each use, so secrets can be rotated while the console is running.
 */
export function createSecretSeal(sealing: { readonly secrets: readonly string[] }) {
  if (sealing.secrets.length === 0) throw new Error("A seal needs a secret");
  return {
    seal: (staffID: string, secret: string): Promise<string> =>
      sealData({ staffID, secret }, { password: sealing.secrets[0] as string, ttl: 0 }),
    /**
     * Decrypts an encrypted secret. Null if no secret of SESSION_SECRET fits, or if the encrypted secret belongs to
     * another person.
     */
    async unseal(staffID: string, sealed: string): Promise<{ secret: string; isCurrent: boolean } | null> {
      const { secrets } = sealing;
      for (const password of secrets) {
        const data = sealedSchema.safeParse(await unsealData(sealed, { password, ttl: 0 }).catch(() => null)).data;
        if (data?.staffID === staffID) return { secret: data.secret, isCurrent: password === secrets[0] };
      }
      return null;
    },
  };
}

/**
 * Encrypts all app secrets again with the current secret of SESSION_SECRET. After that, the earlier secrets can be
 * removed from SESSION_SECRET.
 */
export async function resealSecrets(totp: TotpStore, seal: SecretSeal, log: Logger): Promise<void> {
  try {
    let unreadable = 0;
    for (const { staffID, sealedSecret } of await totp.sealed()) {
      const opened = await seal.unseal(staffID, sealedSecret);
      if (!opened) unreadable += 1;
      else if (!opened.isCurrent) await totp.reseal(staffID, sealedSecret, await seal.seal(staffID, opened.secret));
    }
    if (unreadable > 0) {
      log.warn(
        { unreadable },
        "authenticator apps cannot be used, because SESSION_SECRET no longer holds the secret that sealed them: put it back behind the present one, or reset these people",
      );
    }
  } catch (error) {
    log.warn(
      { error: describeCause(error) },
      "authenticator apps could not be sealed again; this is tried at the next start",
    );
  }
}
