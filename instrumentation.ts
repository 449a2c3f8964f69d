/**
 * Next calls this function once before it serves requests. The function creates the BFF, unless a host has already
 * created it.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startWithoutHost } = await import("#server/bff/start-without-host.ts");
  await startWithoutHost();
}
