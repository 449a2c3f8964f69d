"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TriangleAlert } from "#components/ui/icon/icons.tsx";
import { Timestamp, ZoneName } from "#components/ui/time/timestamp.tsx";
import type { BreakGlassAnswer } from "#lib/contract/access/policy.ts";
import { api, pages } from "#lib/paths.ts";
import { breakGlassQueryOptions } from "#lib/query/console/policy.ts";
import { sendJson } from "#lib/requests/fetch-json.ts";
import { breakGlassTexts as texts } from "./break-glass-texts.ts";

/** The newest break-glass sign-in that nobody has acknowledged, with the button for another administrator. */
export function BreakGlassUse({ use }: { use: NonNullable<BreakGlassAnswer["uses"]> }) {
  const client = useQueryClient();
  const [state, setState] = useState<"shown" | "busy" | "failed">("shown");
  const { sequence, at, email, name, address, count, isOwn } = use;
  const acknowledge = async () => {
    setState("busy");
    try {
      await sendJson("POST", api.breakGlassAcknowledgement(), { sequence });
      await client.invalidateQueries({ queryKey: breakGlassQueryOptions().queryKey });
      setState("shown");
    } catch {
      setState("failed");
    }
  };
  return (
    <section
      aria-label={texts.title}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-base border border-caution/40 bg-caution-soft px-3 py-2 text-table print:hidden"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-caution" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <strong className="font-semibold">{texts.title}.</strong> {texts.used(name || email)}
        {count > 1 && ` (${texts.more(String(count))})`}: <Timestamp value={at} detail="minute" /> <ZoneName />
        {address !== undefined && `, ${texts.from(address)}`}.{" "}
        <Link href={pages.audit(`event=${sequence}`)} prefetch={false} className="text-accent underline">
          {texts.audit}
        </Link>
      </p>
      {isOwn ? (
        <p className="text-ink-muted">{texts.own}</p>
      ) : (
        <Button size="small" disabled={state === "busy"} onClick={acknowledge}>
          {texts.acknowledge}
        </Button>
      )}
      <p role="alert" className="basis-full text-negative empty:hidden">
        {state === "failed" && texts.failed}
      </p>
    </section>
  );
}
