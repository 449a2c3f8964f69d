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
    // If "not found" were thrown here, the page would have no title; pages below must not set their own title.
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
  // A layout does not know the whole address, so the page itself leads to the sign-in page and back. Unless it is not
  // found: that is shown without the frame.
  if (!session) {
    return (
      <main id="content" className="mx-auto max-w-lg px-6 py-12">
        {children}
      </main>
    );
  }
  if (environment === undefined || !session.environments.includes(environment)) {
    // No page is found here. The frame leads to those that are.
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
