"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ItemDialog } from "#components/forms/item-dialog.tsx";
import { TextField } from "#components/forms/text-field.tsx";
import { useConfirmedChange } from "#components/forms/use-confirmed-change.ts";
import { announce } from "#components/ui/announcer.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { firstFocusProps } from "#components/ui/dialog/dialog.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { AttentionItem } from "#lib/contract/console/attention.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { attentionQueryKey } from "#lib/query/console/attention-count.ts";
import { changeLimitQueryOptions, releaseMore } from "#lib/query/operations/change-limit.ts";
import { releaseTexts as texts } from "./dialog-texts.ts";

/**
 * Releases more changes for an hour to a person or key at the change limit. An administrator who is not independent of
 * the person can release them only in an emergency.
 */
export function ReleaseDialog({ item, onClose }: { item: AttentionItem; onClose: () => void }) {
  const { environment, id, title } = item;
  const formID = useId();
  const inputOf = { customers: `${formID}-customers`, reason: `${formID}-reason` };
  const client = useQueryClient();
  const locale = useNumberLocale();
  const mayOverride = may(useSession().staff.role, "approvals.override");
  const options = changeLimitQueryOptions(environment);
  const { data } = useQuery(options);
  const request = data?.requests.find(({ requestID }) => requestID === id);
  const [typed, setCustomers] = useState<string>();
  const [reason, setReason] = useState("");
  const change = useConfirmedChange({ inputOf, queryKey: attentionQueryKey });
  const customers = typed ?? String(request?.limit ?? "");
  const isEmergency = request?.refusal !== undefined && mayOverride;
  const submit = () =>
    change.run(async () => {
      const step = isEmergency ? "emergency" : "release";
      const answer = await releaseMore(environment, id, step, { customers: Number(customers), reason });
      client.setQueryData(options.queryKey, answer);
      announce(texts.done(title));
      onClose();
    });
  const words = { ...texts, ...(isEmergency && texts.emergency) };
  return (
    <ItemDialog texts={words} item={item} change={change} onSubmit={submit} onClose={onClose}>
      {data && !request && <p role="status">{texts.over}</p>}
      {request && (
        <div className="text-table wrap-anywhere">
          <p>
            {texts.usage(formatCount(request.changed, locale), formatCount(request.allowed, locale))}{" "}
            {request.nextAt !== undefined && (
              <>
                {texts.next} <Timestamp value={request.nextAt} detail="clock" />.
              </>
            )}
          </p>
          <p>
            {texts.asked} <bdi>{request.reason}</bdi>
          </p>
          {request.refusal !== undefined && <p className="mt-1 text-caution">{request.refusal}</p>}
        </div>
      )}
      <TextField
        id={inputOf.customers}
        {...firstFocusProps}
        label={texts.customers}
        inputMode="numeric"
        autoComplete="off"
        value={customers}
        onChange={({ target }) => setCustomers(target.value)}
        error={change.errorAt(inputOf.customers)}
      />
      <TextField
        id={inputOf.reason}
        label={texts.reason}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        error={change.errorAt(inputOf.reason)}
      />
      <p className="-mt-3 text-fine text-ink-muted">{texts.reasonNote}</p>
    </ItemDialog>
  );
}
