import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { Timestamp, ZoneName } from "#components/ui/time/timestamp.tsx";
import type { OneTimeLink } from "#lib/contract/access/staff.ts";
import { staffTexts as texts } from "./texts.ts";

/** Shows a link that works only once. The link is never shown again. */
export function LinkShown({ link: { url, expiresAt, mailed } }: { link: OneTimeLink }) {
  return (
    <section aria-label={texts.linkTitle} className="flex flex-col gap-2">
      <p>{texts.linkNote}</p>
      <p className="flex items-start gap-2 rounded-base bg-sunken px-3 py-2">
        <span className="min-w-0 flex-1 select-all font-mono text-fine wrap-anywhere">{url}</span>
        <CopyButton {...firstFocusProps} text={url} label={texts.copyLink} />
      </p>
      <p className="text-ink-muted text-table">
        {texts.linkUntil} <Timestamp value={expiresAt} detail="minute" /> <ZoneName />.{" "}
        {mailed === true && texts.mailed}
        {mailed === false && texts.notMailed}
      </p>
    </section>
  );
}
