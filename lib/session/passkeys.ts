import type { NewPasskey, NewPasskeyAnswer, PasskeyOptions } from "#lib/contract/console/factors.ts";
import { api } from "#lib/paths.ts";
import { sendJson, writeJson } from "#lib/requests/fetch-json.ts";

/** The library is loaded when a passkey is first used, because most visits use no passkey. */
const library = () => import("@simplewebauthn/browser");

type AssertionOptions = Parameters<Awaited<ReturnType<typeof library>>["startAuthentication"]>[0]["optionsJSON"];
type CreationOptions = Parameters<Awaited<ReturnType<typeof library>>["startRegistration"]>[0]["optionsJSON"];

/** True if this browser supports passkeys and may use them at this URL. */
export const hasPasskeys = () => typeof window !== "undefined" && window.PublicKeyCredential !== undefined;

async function assertionFor(optionsPath: string) {
  const { options } = await writeJson<PasskeyOptions>("POST", optionsPath, { options: "object" });
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON: options as unknown as AssertionOptions });
}

/** Signs in with a passkey that the person chooses. */
export async function signInByPasskey(): Promise<void> {
  const passkey = await assertionFor(api.passkeySignInOptions());
  await sendJson("POST", api.passkeySignIn(), { passkey });
}

/** Proves the person's identity again with a passkey. */
export async function stepUpByPasskey(): Promise<void> {
  const passkey = await assertionFor(api.stepUpOptions());
  await sendJson("POST", api.stepUp(), { passkey });
}

/** Asks the browser to create a passkey. The server stores the passkey only after a call of `keepPasskey`. */
export async function makePasskey(): Promise<NewPasskey["passkey"]> {
  const { options } = await writeJson<PasskeyOptions>("POST", api.passkeyCreationOptions(), { options: "object" });
  const { startRegistration } = await library();
  return (await startRegistration({ optionsJSON: options as unknown as CreationOptions })) as NewPasskey["passkey"];
}

export const keepPasskey = (name: string, passkey: NewPasskey["passkey"]) =>
  writeJson<NewPasskeyAnswer>("POST", api.ownPasskeys(), { passkey: "object" }, { name, passkey });
