"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { SearchBox } from "#components/forms/filters/search-box.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Braces } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { ReadPage } from "#components/ui/panel/read-page.tsx";
import type { ReferenceList, ReferenceRow } from "#lib/contract/console/api-reference.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { api, decodeSegment, pages } from "#lib/paths.ts";
import { referenceQueryOptions } from "#lib/query/console/api-reference.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { parseReferenceView, type ReferenceView, referenceViewParams } from "#lib/url-state/reference-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";
import { apiReferenceTexts as texts } from "./texts.ts";

const Loading = () => (
  <p role="status" className="px-4 py-3 text-ink-muted">
    {texts.loading}
  </p>
);

/** Loads when the first route is opened. Most of the page's script is in this part. */
const Operation = lazyPart(() => import("./operation.tsx").then((module) => module.Operation), Loading);

const codec = {
  parse: parseReferenceView,
  change: (view: ReferenceView, changes: Partial<ReferenceView>): ReferenceView => ({ ...view, ...changes }),
  params: (view: ReferenceView) => referenceViewParams(view),
};

/** The subjects with the routes that contain all words of the search. */
function matching({ subjects }: ReferenceList, search: string): ReferenceList["subjects"] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return subjects.flatMap((subject) => {
    const operations = subject.operations.filter(({ operationID, method, path, summary }) => {
      const text = `${subject.name} ${method} ${path} ${summary} ${operationID}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return operations.length > 0 ? [{ ...subject, operations }] : [];
  });
}

const idInURL = () => decodeSegment(window.location.hash.slice(1)) ?? "";

/**
 * The opened routes. The URL's fragment names the one that was opened last, so that a link or a reload opens it again.
 */
function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const openFromURL = () => {
      const operationID = idInURL();
      if (operationID === "") return;
      setOpened((before) => new Set([...before, operationID]));
      document.getElementById(operationID)?.scrollIntoView({ block: "start" });
    };
    openFromURL();
    window.addEventListener("hashchange", openFromURL);
    return () => window.removeEventListener("hashchange", openFromURL);
  }, []);
  const toggle = (operationID: string, isOpen: boolean) => {
    if (opened.has(operationID) === isOpen) return;
    setOpened((before) => {
      const next = new Set(before);
      if (isOpen) next.add(operationID);
      else next.delete(operationID);
      return next;
    });
    const { pathname, search } = window.location;
    if (isOpen) window.history.replaceState(null, "", `#${operationID}`);
    else if (idInURL() === operationID) window.history.replaceState(null, "", pathname + search);
  };
  return { opened, toggle };
}

interface RowProps {
  row: ReferenceRow;
  environment: Environment;
  isOpen: boolean;
  onToggle: (operationID: string, isOpen: boolean) => void;
}

function Row({ row: { operationID, method, path, summary }, environment, isOpen, onToggle }: RowProps) {
  return (
    <details
      id={operationID}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(operationID, currentTarget.open)}
      className="reference-row"
    >
      <summary>
        <code>
          <b>{method}</b> {path}
        </code>
        <span>{summary}</span>
      </summary>
      {isOpen && <Operation operationID={operationID} environment={environment} />}
    </details>
  );
}

interface RoutesProps {
  list: ReferenceList;
  environment: Environment;
}

function Routes({ list, environment }: RoutesProps) {
  const [{ search }, change] = useURLView(codec, pages.apiReference(environment));
  const { opened, toggle } = useOpened();
  const subjects = useMemo(() => matching(list, search), [list, search]);
  const count = (of: ReferenceList["subjects"]) => of.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <div className="flex w-full max-w-md">
          <SearchBox
            value={search}
            onSearch={(term, history) => change({ search: term }, history)}
            label={texts.searchLabel}
            placeholder={texts.searchPlaceholder}
            shortcut={texts.searchShortcut}
          />
        </div>
        <p role="status" className="text-ink-muted text-table">
          {texts.routes(count(subjects), count(list.subjects))}
        </p>
      </div>
      {subjects.length === 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{texts.nothing(search)}</p>
          <Button onClick={() => change({ search: "" })}>{texts.clear}</Button>
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <nav
          aria-label={texts.subjects}
          className="sticky top-[calc(var(--sticky-top)+1rem)] max-h-[calc(100vh-var(--sticky-top)-2rem)] overflow-y-auto text-table max-lg:hidden print:hidden"
        >
          <ul>
            {subjects.map(({ name }) => (
              <li key={name}>
                <a href={`#${anchorOf(name)}`} className="block py-1 text-ink-muted hover:text-ink">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex min-w-0 flex-col gap-5 max-lg:col-span-full">
          {subjects.map(({ name, operations }) => (
            <section key={name} aria-labelledby={anchorOf(name)}>
              <h2 id={anchorOf(name)} className="mb-2 font-semibold text-title">
                {name}
              </h2>
              <div className="rounded-base border border-line bg-surface">
                {operations.map((row) => (
                  <Row
                    key={row.operationID}
                    row={row}
                    environment={environment}
                    isOpen={opened.has(row.operationID)}
                    onToggle={toggle}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

/** The ID of a subject's heading. No route has such an ID, because the IDs of routes begin with their method. */
const anchorOf = (subject: string) => `subject-${subject.toLowerCase().replaceAll(" ", "-")}`;

/** Every route of the console's own API. The description of a route loads when the person opens it. */
export function ApiReference({ environment }: { environment: Environment }) {
  const reading = useQuery({ ...referenceQueryOptions(), ...keepPageData });
  return (
    <ReadPage
      title={texts.title}
      note={texts.note}
      reading={reading}
      signInHref={pages.signIn(pages.apiReference(environment))}
      actions={
        <a href={api.openApiDocument()} className={buttonClass()}>
          <Braces aria-hidden className="size-4" />
          {texts.document}
        </a>
      }
    >
      {(list) => <Routes list={list} environment={environment} />}
    </ReadPage>
  );
}
