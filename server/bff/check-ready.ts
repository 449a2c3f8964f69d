import { AppError } from "#lib/contract/errors.ts";
import type { Services } from "./services.ts";

/**
 * Whether a load balancer should send requests here: the store answers and the server is not
 * shutting down. The API's state takes no replica out of service; it is the same for all.
 */
export async function checkReady({ store, isDraining }: Services): Promise<{ status: "ready" }> {
  if (isDraining()) throw new AppError("draining", "This console is shutting down and takes no new requests.");
  await store.ping();
  return { status: "ready" };
}
