/** Next calls this once before it answers anything: where no host made the BFF, it is made here. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startWithoutHost } = await import("#server/bff/start-without-host.ts");
  await startWithoutHost();
}
