"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Environment } from "#lib/contract/environment.ts";
import { expectedTotalHeader } from "#lib/contract/values/headers.ts";
import { api } from "#lib/paths.ts";
import { openFile } from "#lib/requests/fetch-json.ts";
import { type ExportEnd, type ExportProgress, fileNameOf, readExport } from "#lib/requests/read-export.ts";
import { RequestFailed, type ShownProblem } from "#lib/requests/shown-problem.ts";
import { type CustomersView, exportQuery } from "#lib/url-state/customers-view.ts";

export type ExportFormat = "csv" | "json";

export type ExportState =
  | { phase: "ready" }
  | { phase: "running"; progress: ExportProgress; expected: number | undefined }
  | { phase: "done"; end: ExportEnd; fileName: string }
  | { phase: "stopped" }
  | { phase: "failed"; problem: ShownProblem | undefined; rows: number; expected: number | undefined };

/** Saves a file through the browser's download. */
function save(parts: Uint8Array<ArrayBuffer>[], type: string, fileName: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = Object.assign(document.createElement("a"), { href: address, download: fileName });
  link.click();
  // Revokes the URL later, because it must stay valid until the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Reads an export, reports its progress, and saves the file when it is complete. The export stops when the person
 * closes the dialog or leaves the page.
 */
export function useExport(environment: Environment, view: CustomersView) {
  const [state, setState] = useState<ExportState>({ phase: "ready" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    async (format: ExportFormat, hasPageNames: boolean) => {
      const controller = new AbortController();
      running.current = controller;
      let rows = 0;
      let expected: number | undefined;
      setState({ phase: "running", progress: { rows, bytes: 0 }, expected: undefined });
      try {
        const path = api.customersExport(environment, exportQuery(view, format, hasPageNames, Date.now()));
        const response = await openFile(path, { signal: controller.signal });
        const totalHeader = response.headers.get(expectedTotalHeader);
        expected = totalHeader === null ? undefined : Number(totalHeader);
        const parts: Uint8Array<ArrayBuffer>[] = [];
        const end = await readExport(response.body ?? new ReadableStream(), {
          format,
          expected,
          write: (chunk) => void parts.push(chunk),
          onProgress: (progress) => {
            rows = progress.rows;
            setState({ phase: "running", progress, expected });
          },
        });
        const fileName = fileNameOf(response.headers.get("Content-Disposition")) ?? `customers.${format}`;
        if (end.complete) save(parts, response.headers.get("Content-Type") ?? "", fileName);
        setState({ phase: "done", end, fileName });
      } catch (error) {
        if (controller.signal.aborted) setState({ phase: "stopped" });
        else {
          const problem = error instanceof RequestFailed ? error.problem : undefined;
          setState({ phase: "failed", problem, rows, expected });
        }
      }
    },
    [environment, view],
  );
  const stop = useCallback(() => running.current?.abort(), []);
  return { state, start, stop };
}
