"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { FormError } from "#components/forms/error-summary.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { WriteReference } from "#lib/contract/operations/write-reference.ts";
import type { CsvEncoding } from "#lib/contract/values/operations/csv-rules.ts";
import { fieldErrorText } from "#lib/format/field-error-text.ts";
import { pages } from "#lib/paths.ts";
import { startBulkFromFile } from "#lib/query/operations/bulk.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";

/** The errors in the file, with line and column. If there are none, the error of the whole request. */
function errorsOf({ detail, errors }: ShownProblem): FormError[] {
  if (errors.length === 0) return [{ message: detail }];
  return errors.map((error) => ({ message: fieldErrorText(error) }));
}

/**
 * Starts a bulk change in which each customer gets its own value from the file. Then opens the page of the bulk change.
 */
export function useOwnValues(environment: Environment) {
  const router = useRouter();
  const client = useQueryClient();
  const { mutate, error, isPending, isSuccess, failureCount } = useMutation({
    mutationFn: ({ file, ...given }: { file: Blob; fileName: string; encoding: CsvEncoding } & WriteReference) =>
      startBulkFromFile(environment, file, given),
    onSuccess: ({ bulkID }) => {
      void client.invalidateQueries({ queryKey: [environment, "bulks"] });
      router.push(pages.bulk(environment, bulkID));
    },
  });
  const problem = error ? shownProblem(error) : undefined;
  const errors = problem ? errorsOf(problem) : [];
  return { start: mutate, problem, errors, attempt: failureCount, isBusy: isPending || isSuccess };
}
