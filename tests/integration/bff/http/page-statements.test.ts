import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { trayBulksQuery, trayImportsQuery, trayQuery } from "#lib/query/operations/tray.ts";
import type { ReadRouteKey } from "#server/bff/bff.ts";
import { runInPageContext } from "#server/bff/core/page-context.ts";
import type { PerformRequest } from "#server/bff/http/pipeline/perform-route.ts";
import { createTestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { watchStatements } from "#tests/fixtures/database/watch-statements.ts";

const environment = "sandbox";
const params = { environment };

/** What every page of an environment reads: the session, the preferences, and the frame around the page. */
const readings: readonly [ReadRouteKey, Pick<PerformRequest, "params" | "query">?][] = [
  ["GET /api/session"],
  ["GET /api/me"],
  ["GET /api/:environment/operations", { params, query: trayQuery(Date.now()) }],
  ["GET /api/:environment/bulk", { params, query: trayBulksQuery }],
  ["GET /api/:environment/imports", { params, query: trayImportsQuery }],
  ["GET /api/:environment/api-status", { params }],
  ["GET /api/me/ticket"],
  ["GET /api/attention/count"],
];

test.each(testDialects)("the frame of a warm page sends at most eleven statements to %s", async (dialect) => {
  const database = await createStoreDatabase("console", dialect);
  const watched = await watchStatements(dialect, database.url);
  const email = "edith@test.example";
  const console = await createTestBff({ databaseUrl: watched.url, staff: [{ email, role: "editor" }] });
  const cookieHeader = await console.signIn(email);
  const renderFrame = () =>
    runInPageContext({ notes: { requestID: randomUUID() }, page: `/${environment}/customers` }, async () => {
      for (const [key, request] of readings) await console.bff.perform(key, { ...request, cookieHeader });
    });
  await renderFrame();
  // Waits, so that neither the first runs of the workers nor the filling of caches by the first page are counted.
  await setTimeout(2_000);
  const before = watched.statements.length;
  await renderFrame();
  const during = watched.statements.slice(before);
  await console.close();
  await watched.close();
  await database.drop();
  const from = (table: string) => during.filter((sql) => sql.includes(`from "${table}"`)).length;
  // One statement reads the session, the policy and the preferences.
  expect([from("sessions"), from("accessPolicy"), from("preferences")], during.join("\n")).toEqual([1, 0, 0]);
  expect(during.length, during.join("\n")).toBeLessThanOrEqual(11);
});
