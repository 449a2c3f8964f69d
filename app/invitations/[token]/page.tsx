import type { Metadata } from "next";
import type { ReactNode } from "react";
import { perform } from "#app/bff.ts";
import { AcceptInvitation } from "#components/invitations/accept-invitation.tsx";
import { invitationTexts as texts } from "#components/invitations/texts.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { pages } from "#lib/paths.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";

export const metadata: Metadata = { title: texts.title, referrer: "no-referrer" };

/** The page of a one-time link, where a person chooses a password for the account. */
export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const read = await perform("GET /api/invitations/:token", { params: { token } }).then(
    (invitation) => ({ invitation }),
    (error: unknown) => ({ reason: shownProblem(error).detail }),
  );
  if ("invitation" in read) return frame(<AcceptInvitation token={token} invitation={read.invitation} />);
  return frame(
    <>
      <h1 className="font-semibold text-display">{texts.overTitle}</h1>
      <p>{read.reason}</p>
      <a href={pages.signIn()} className={`${buttonClass()} self-start`}>
        {texts.toSignIn}
      </a>
    </>,
  );
}

function frame(children: ReactNode) {
  return (
    <main id="content" className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-6 px-4 py-10">
      <header className="flex items-center gap-3">
        <Logo className="size-8 shrink-0 text-accent" />
        <p className="font-semibold text-title">{texts.product}</p>
      </header>
      <div className="flex flex-col gap-5 rounded-base border border-line bg-surface p-6 max-sm:p-4">{children}</div>
    </main>
  );
}
