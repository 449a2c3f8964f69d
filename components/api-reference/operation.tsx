"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { permissionNames } from "#components/ui/access/access-texts.ts";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { useSession } from "#components/ui/session.tsx";
import type { ReferenceOperation } from "#lib/contract/console/api-reference.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { referenceOperationQueryOptions } from "#lib/query/console/api-reference.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { curlOf, type ParameterValues } from "./curl.ts";
import { Content, Marked, Members } from "./members.tsx";
import { apiReferenceTexts, operationTexts as texts, tryTexts } from "./texts.ts";

const TryRead = lazyPart(() => import("./try-read.tsx").then((module) => module.TryRead));

function Part({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  const titleID = useId();
  return (
    <section aria-labelledby={titleID} className="min-w-0">
      <div className="mb-1 flex min-h-7 flex-wrap items-center gap-x-2">
        <h3 id={titleID} className="font-semibold text-table">
          {title}
        </h3>
        {tools}
      </div>
      {children}
    </section>
  );
}

/** A text for copying, such as an example. Long texts scroll. */
function Code({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and this is a scrolling text
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this element
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-base bg-sunken px-3 py-2 print:max-h-none"
    >
      <pre className="text-fine whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </div>
  );
}

/** Who may use the route, in words. */
function Access({ operation }: { operation: ReferenceOperation }) {
  const { staff } = useSession();
  const { roles, permission, peopleOnly, recentProof, everyEnvironment, countsAsWrite } = operation;
  const sentences = [
    roles === undefined
      ? texts.everybody
      : permission === undefined && !peopleOnly
        ? texts.everyRole
        : texts.roles(roles, permission && permissionNames[permission]),
    ...(peopleOnly ? [texts.peopleOnly] : []),
    ...(recentProof ? [texts.recentProof] : []),
    ...(everyEnvironment ? [texts.everyEnvironment] : []),
    ...(countsAsWrite ? [texts.audited] : []),
  ];
  const isRefused = roles !== undefined && !roles.includes(staff.role);
  return (
    <p className="max-w-prose text-table">
      {sentences.join(" ")}
      {isRefused && <strong className="font-medium"> {texts.notYou(staff.role)}</strong>}
    </p>
  );
}

function Curl({
  operation,
  environment,
  values,
}: {
  operation: ReferenceOperation;
  environment: Environment;
  values: ParameterValues;
}) {
  const command = curlOf(operation, window.location.origin, environment, values);
  const { roles, peopleOnly } = operation;
  const signIn = peopleOnly ? texts.curlCookie : roles === undefined ? "" : texts.curlKey;
  return (
    <Part title={texts.curl} tools={<CopyButton text={command} label={texts.copyCurl} />}>
      <Code text={command} label={texts.curl} />
      <p className="mt-1 text-fine text-ink-muted">
        {signIn} {texts.curlParts}
      </p>
    </Part>
  );
}

function Answer({ answer }: Pick<ReferenceOperation, "answer">) {
  const { statuses, mediaTypes, headers, content } = answer;
  const kind = mediaTypes.includes("text/event-stream")
    ? texts.stream
    : mediaTypes.length === 0
      ? texts.noBody
      : content === undefined || mediaTypes.length > 1
        ? texts.file
        : undefined;
  return (
    <Part title={texts.answer}>
      <ul className="text-table">
        {statuses.map(({ status, description }) => (
          <li key={status}>
            <code className="font-medium text-fine">{status}</code> {description}
          </li>
        ))}
      </ul>
      <p className="mb-1 text-ink-muted text-table">
        {mediaTypes.join(", ")} {kind}
      </p>
      {content && <Content member={content} isTop />}
      <details className="mt-1">
        <summary className="cursor-pointer text-accent text-fine">{texts.headers}</summary>
        <dl className="text-table">
          {headers.map(({ name, description }) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="font-mono text-fine">{name}</dt>
              <dd className="text-ink-muted">{description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Part>
  );
}

function Errors({ errors }: Pick<ReferenceOperation, "errors">) {
  const cell = "py-1 pe-3 text-start align-top";
  return (
    <Part title={texts.errors}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and this is a table that scrolls */}
      <div
        role="group"
        aria-label={texts.errors}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this element
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full text-table">
          <thead>
            <tr className="text-ink-muted">
              {[texts.status, texts.code, texts.meaning, texts.advice].map((name) => (
                <th key={name} scope="col" className={`${cell} font-medium`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {errors.map(({ status, code, title, advice }) => (
              <tr key={`${status} ${code}`} className="border-line border-t">
                <td className={`${cell} tabular-nums`} title={status === "4XX" ? texts.apiStatus : undefined}>
                  {status}
                </td>
                <th scope="row" className={`${cell} font-mono font-normal text-fine`}>
                  {code}
                </th>
                <td className={`${cell} min-w-36`}>{title}</td>
                <td className={`${cell} min-w-48`}>
                  <Marked text={advice} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}

/** Why a route cannot be tried on this page. Undefined if it can. */
function whyNotTried({ method, answer, countsAsWrite }: ReferenceOperation): string | undefined {
  if (method !== "GET") return tryTexts.onlyReads;
  if (answer.mediaTypes.includes("text/event-stream")) return tryTexts.notStreams;
  if (answer.mediaTypes.length === 0) return tryTexts.notRedirects;
  return countsAsWrite ? tryTexts.notExports : undefined;
}

function Described({ operation, environment }: { operation: ReferenceOperation; environment: Environment }) {
  const [values, setValues] = useState<ParameterValues>({});
  const { description, parameters, body, answer, errors, operationID } = operation;
  const link = `${window.location.origin}${pages.apiReference(environment)}#${operationID}`;
  const reason = whyNotTried(operation);
  return (
    <div className="grid gap-x-8 gap-y-4 px-4 pt-1 pb-4 xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        {description !== undefined && (
          <p className="max-w-prose">
            <Marked text={description} />
          </p>
        )}
        <Part title={texts.access} tools={<CopyButton text={link} label={texts.copyLink} />}>
          <Access operation={operation} />
        </Part>
        {parameters.length > 0 && (
          <Part title={texts.parameters}>
            {(["path", "query", "header"] as const).map((place) => {
              const members = parameters.filter((one) => one.in === place).map(({ member }) => member);
              if (members.length === 0) return null;
              return (
                <section key={place} aria-label={texts.places[place]} className="mb-2">
                  <h4 className="mb-1 text-fine text-ink-muted">{texts.places[place]}</h4>
                  <Members members={members} />
                </section>
              );
            })}
          </Part>
        )}
        {body && (
          <Part title={texts.body}>
            <p className="mb-1 text-ink-muted text-table">
              {body.mediaType} {!body.isRequired && texts.bodyOptional}
            </p>
            <Content member={body.content} isTop />
          </Part>
        )}
        <Answer answer={answer} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Curl operation={operation} environment={environment} values={values} />
        <div className="print:hidden">
          {reason === undefined ? (
            <TryRead operation={operation} environment={environment} values={values} onChange={setValues} />
          ) : (
            <Part title={tryTexts.title}>
              <p className="text-ink-muted text-table">{reason}</p>
            </Part>
          )}
        </div>
        {answer.example !== undefined && (
          <Part title={texts.example} tools={<CopyButton text={answer.example} label={texts.copyExample} />}>
            <Code text={answer.example} label={texts.example} />
            <p className="mt-1 text-fine text-ink-muted">{texts.exampleNote}</p>
          </Part>
        )}
      </div>
      <div className="min-w-0 xl:col-span-2">
        <Errors errors={errors} />
      </div>
    </div>
  );
}

/** The description of a route. It loads when the person opens the route. */
export function Operation({ operationID, environment }: { operationID: string; environment: Environment }) {
  const reading = useQuery(referenceOperationQueryOptions(operationID));
  if (reading.data) return <Described operation={reading.data} environment={environment} />;
  if (!reading.error) {
    return (
      <p role="status" className="px-4 py-3 text-ink-muted">
        {apiReferenceTexts.loading}
      </p>
    );
  }
  return (
    <ProblemPanel
      problem={shownProblem(reading.error)}
      onRetry={() => void reading.refetch()}
      retrying={reading.isFetching}
      signInHref={pages.signIn(pages.apiReference(environment))}
    />
  );
}
