"use client";

import { Freshness } from "#components/ui/freshness.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { RawRecord } from "#components/ui/raw-record.tsx";
import type { CustomerAnswer } from "#lib/contract/customer.ts";
import { isKnownMember } from "#lib/customer-members.ts";
import { recordTexts as texts } from "./texts.ts";

interface RecordPanelProps {
  answer: CustomerAnswer;
  reading: { isFetching: boolean; refetch: () => unknown };
}

/** The customer as the API sent it: what the console does not know first. */
export function RecordPanel({ answer, reading }: RecordPanelProps) {
  const { customer } = answer;
  return (
    <Panel
      title={texts.title}
      tools={
        <Freshness
          answer={answer}
          reloading={reading.isFetching}
          onReload={() => {
            if (!reading.isFetching) reading.refetch();
          }}
          reloadLabel={texts.reload}
        />
      }
    >
      <RawRecord record={customer.raw} isKnown={(names, value) => isKnownMember(customer, names, value)} />
    </Panel>
  );
}
