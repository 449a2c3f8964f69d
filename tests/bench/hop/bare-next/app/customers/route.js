export const dynamic = "force-dynamic";

/** The minimum that a route handler of Next can do: it fetches the list and passes it on. */
export async function GET(request) {
  const { search } = new URL(request.url);
  const answer = await fetch(`${process.env.HOP_TARGET}/v2/customers${search}`, { cache: "no-store" });
  return new Response(await answer.text(), { headers: { "Content-Type": "application/json" } });
}
