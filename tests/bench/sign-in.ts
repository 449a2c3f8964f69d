import { api } from "#lib/paths.ts";

/** Signs in with a password. Returns the Cookie header. */
export async function signIn(origin: string, person: { email: string; password: string }): Promise<string> {
  const answer = await fetch(new URL(api.session(), origin), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Switchboard": "1", Origin: origin },
    body: JSON.stringify(person),
  });
  if (answer.status !== 204) throw new Error(`signing in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
