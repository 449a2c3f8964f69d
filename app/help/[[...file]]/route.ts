import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { requireSignedIn } from "#app/(console)/require-session.ts";
import { readGuideFile } from "#app/bff.ts";
import { notFoundTexts } from "#components/shell/texts.ts";
import { readTheme, themeCookie } from "#lib/browser-storage/theme.ts";
import { guidePage } from "#lib/guide-topics.ts";

interface Context {
  params: Promise<{ file?: string[] }>;
}

/**
 * The guide of this version, for signed-in people (docs/decisions/0070-the-guide-as-pages.md). Its pages are plain HTML
 * with two script files, which get the nonce of this answer's policy. The pages have the theme that the person chose on
 * this device.
 */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { file = [] } = await params;
  const name = file.join("/");
  // The pages link to each other by their names, so the start page needs a name too.
  if (name === "") redirect(guidePage());
  await requireSignedIn(name.endsWith(".html") ? guidePage(name.slice(0, -".html".length)) : guidePage());
  const found = readGuideFile(name);
  if (!found) return new Response(`${notFoundTexts.title}\n`, { status: 404, headers: plainHeaders });
  const { type, body } = found;
  if (!name.endsWith(".html")) {
    return new Response(new Uint8Array(body), {
      headers: { "Content-Type": type, "Cache-Control": "private, max-age=300" },
    });
  }
  const nonce = request.headers.get("x-nonce") ?? "";
  const html = body
    .toString("utf8")
    .replace("<html ", `<html data-theme="${readTheme((await cookies()).get(themeCookie)?.value)}" `)
    .replaceAll("<script src=", `<script nonce="${nonce}" src=`);
  return new Response(html, { headers: { "Content-Type": type, "Cache-Control": "private, no-store" } });
}

const plainHeaders = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" };
