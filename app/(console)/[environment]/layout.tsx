import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { currentSession } from "#app/bff.ts";
import { RememberEnvironment } from "#components/shell/remember-environment.tsx";
import { notFoundTexts, shellTexts } from "#components/shell/texts.ts";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { ConsoleFrame } from "../console-frame.tsx";
import { environmentOf, type PageProps } from "../require-session.ts";

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
  const environment = environmentOf((await params).environment);
  const session = await currentSession();
  // A layout does not know the full URL, so the page itself redirects to the sign-in page.
  if (!session) return children;
  if (!session.environments.includes(environment)) notFound();
  return (
    <ConsoleFrame session={session} environment={environment} linked={environment}>
      <RememberEnvironment environment={environment} />
      {children}
    </ConsoleFrame>
  );
}
