"use client";

import Link from "next/link";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { Copy, Plus, Search } from "#components/ui/icon/icons.tsx";
import { lookupRequest } from "#components/ui/lookup-request.ts";
import { useCopying } from "#components/ui/record/copy-button.tsx";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { CallerCard } from "#lib/contract/console/caller-card.ts";
import { pages } from "#lib/paths.ts";
import { searchedText, callerTexts as texts } from "./texts.ts";
import type { CallerReading } from "./use-caller-cards.ts";

const canGoOn = ({ looked }: CallerCard) => looked.some(({ walked, complete }) => walked !== undefined && !complete);

/** What was searched without a result, and the next steps. */
export function CallerNobody({ readings }: { readings: readonly CallerReading[] }) {
  const { staff, environments } = useSession();
  const { button, copy, byHand } = useCopying(texts.number);
  const cards = readings.flatMap(({ environment, card }) => (card ? [{ environment, card }] : []));
  const [first] = cards;
  const offers = cards.map(({ card }) => card.numbers);
  const isByNumber = first?.card.searched.by === "number";
  const searched = first?.card.searched.text ?? "";
  return (
    <section className="flex flex-col gap-3 rounded-base border border-line bg-surface px-4 py-4">
      <h2 className="font-semibold text-title">{texts.nobody}</h2>
      <ul className="flex flex-col gap-1.5">
        {cards.map(({ environment, card }) => (
          <li key={environment} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <EnvironmentMark environment={environment} />
            <span className="wrap-anywhere">
              {card.numbers === "not-offered"
                ? texts.notOffered
                : card.numbers === "without-customers"
                  ? texts.withoutCustomers
                  : searchedText(card)}
            </span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        {may(staff.role, "customers.create") &&
          environments.map((environment) => (
            <Link key={environment} href={pages.newCustomer(environment)} prefetch={false} className={buttonClass()}>
              <Plus aria-hidden className="size-4" />
              {texts.newCustomer}
              {environments.length > 1 && ` (${environmentNames[environment]})`}
            </Link>
          ))}
        {isByNumber && (
          <Button ref={button} onClick={() => void copy(searched)}>
            <Copy aria-hidden className="size-4" />
            {texts.copyNumber}
          </Button>
        )}
        {byHand}
        <Button
          variant={offers.every((offer) => offer !== "offered") && isByNumber ? "primary" : "secondary"}
          onClick={() => lookupRequest.set({ text: "" })}
        >
          <Search aria-hidden className="size-4" />
          {texts.otherSearch}
        </Button>
        {isByNumber && cards.some(({ card }) => canGoOn(card)) && (
          <Button onClick={() => lookupRequest.set({ text: searched })}>{texts.searchFurther}</Button>
        )}
      </div>
    </section>
  );
}
