/**
 * Makes the BFF where no host did, so that plain `next start` works (design.md, "One BFF, made
 * once"). Under the host, which announces its own, nothing happens here.
 */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { announceBff, isBffAnnounced, shareBff } = await import("#server/bff/shared-bff.ts");
  if (isBffAnnounced()) return;
  announceBff();
  const [{ createBff }, { parseEnv }] = await Promise.all([
    import("#server/bff/create-bff.ts"),
    import("#server/bff/env.ts"),
  ]);
  shareBff(await createBff(parseEnv(process.env)));
}
