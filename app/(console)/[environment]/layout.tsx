import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { currentSession } from "#app/bff.ts";
import { RememberEnvironment } from "#components/shell/remember-environment.tsx";
import { notFoundTexts, shellTexts } from "#components/shell/texts.ts";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { readLastEnvironment } from "#lib/browser-storage/last-environment.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { ConsoleFrame } from "../console-frame.tsx";
import type { PageProps } from "../require-session.ts";

interface EnvironmentLayoutProps {
  params: PageProps["params"];
  children: ReactNode;
}

export async function generateMetadata({ params }: Pick<PageProps, "params">): Promise<Metadata> {
  const environment = environmentSchema.safeParse((await params).environment);
  if (!environment.success) {
    // The environment does not exist. Calling `notFound()` here would leave the page without a title. The template
    // contains no `%s`, so that the pages below cannot replace the title.
    const title = `${notFoundTexts.title} · ${shellTexts.product}`;
    return { title: { absolute: title, template: title } };
  }
  const name = environmentNames[environment.data];
  return {
    title: { absolute: `${name} · ${shellTexts.product}`, template: `${name} · %s · ${shellTexts.product}` },
    icons: { icon: `/icon-${environment.data}.svg` },
  };
}

export default async function EnvironmentLayout({ params, children }: EnvironmentLayoutProps) {
  const environment = environmentSchema.safeParse((await params).environment).data;
  const session = await currentSession();
  // A layout does not know the full URL, so the page redirects to the sign-in page. Only the "Page not found" page does
  // not redirect. That page appears here without the console's frame.
  if (!session) {
    return (
      <main id="content" className="mx-auto max-w-lg px-6 py-12">
        {children}
      </main>
    );
  }
  if (environment === undefined || !session.environments.includes(environment)) {
    // Keeps the console's frame, because its links lead to pages that exist.
    const jar = await cookies();
    return (
      <ConsoleFrame
        session={session}
        linked={readLastEnvironment((name) => jar.get(name)?.value, session.environments)}
      >
        {children}
      </ConsoleFrame>
    );
  }
  return (
    <ConsoleFrame session={session} environment={environment} linked={environment}>
      <RememberEnvironment environment={environment} />
      {children}
    </ConsoleFrame>
  );
}
