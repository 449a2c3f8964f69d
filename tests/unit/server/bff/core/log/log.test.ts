import { expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { createLog, pathForLog } from "#server/bff/core/log/log.ts";
import { describeError, reportError } from "#server/bff/core/log/report-error.ts";
import { runInPageContext } from "#server/bff/core/page-context.ts";
import { logConsole } from "#server/bff/http/listener/log-console.ts";

function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog("trace", { write: (line) => void lines.push(line) }));
  return lines;
}

test("a line break in a value stays in its log line", () => {
  const lines = logged((log) => log.info({ path: '/a\n{"level":60,"msg":"forged"}\r\n' }, "two\nlines"));
  expect(lines).toHaveLength(1);
  expect(lines[0]?.trimEnd()).not.toMatch(/[\r\n]/);
});

test("a value under a secret name is not logged, two levels deep", () => {
  const secret = "canary";
  const [line] = logged((log) =>
    log.info({
      password: secret,
      headers: { cookie: secret, authorization: secret },
      a: { b: { token: secret } },
      kept: 1,
    }),
  );
  expect(line).not.toContain(secret);
  expect(line).toContain('"kept":1');
});

test("a path is logged without its query and up to its maximum length", () => {
  expect(pathForLog("/api/production/customers?searchTerm=private")).toBe("/api/production/customers");
  expect(pathForLog(`/${"x".repeat(5_000)}`)).toHaveLength(300);
});

test("a logged path contains neither the token of a one-time link nor the key of an API client", () => {
  const key = `swb_${"aB3_-".repeat(8)}xyz`;
  expect(pathForLog(`/api/invitations/${key}`)).toBe("/api/invitations/…");
  expect(pathForLog(`/invitations/${"x".repeat(43)}`)).toBe("/invitations/…");
  expect(pathForLog(`/api/sandbox/operations/${key}/undo`)).toBe("/api/sandbox/operations/swb_…/undo");
  expect(pathForLog(`/${"x".repeat(280)}/${key}`)).not.toContain(key.slice(0, 10));
});

test("an error is described only by chosen members, and so are its causes", () => {
  const cause = Object.assign(new Error("connection lost"), { code: "08006", detail: "canary", query: "canary" });
  const described = describeError(new Error("outer", { cause }));
  expect(described).toMatchObject({ message: "outer", cause: { message: "connection lost", code: "08006" } });
  expect(JSON.stringify(described)).not.toContain("canary");
  expect(describeError("text").message).not.toContain("text");
});

test.each(["internal", "store_unavailable"] as const)(
  "the log of the error %s contains only chosen members of its cause",
  (code) => {
    const cause = Object.assign(new Error("connection lost"), { query: "canary", parameters: ["canary"] });
    const [line = ""] = logged((log) =>
      reportError(log, new AppError(code, "It failed.", { cause }), { requestID: "id", route: "GET /api/session" }),
    );
    expect(JSON.parse(line)).toMatchObject({ requestID: "id", error: { message: "connection lost" } });
    expect(line).not.toContain("canary");
  },
);

test("a message that Next writes to the console is one line of the log, with its request ID", () => {
  const console: Parameters<typeof logConsole>[1] = { error() {}, warn() {}, info() {}, log() {}, debug() {} };
  const error = Object.assign(new Error("two\nlines", { cause: new Error("why") }), {
    digest: "4711",
    query: "canary",
  });
  const lines = logged((log) => {
    logConsole(log, console);
    runInPageContext({ notes: { requestID: "the-request" } }, () => console.error("\u001b[31m⨯\u001b[39m", error));
    console.error(error);
    console.warn("\u001b[33mbeware\u001b[39m of\nthis", { value: "canary" });
    console.log(" ✓ Ready\nin 5 ms");
  });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 50,
      requestID: "the-request",
      digest: "4711",
      error: { message: "two\nlines", cause: { message: "why" } },
    },
    { level: 40, text: "beware of\nthis" },
    { level: 30, text: "✓ Ready\nin 5 ms" },
  ]);
  expect(lines.join("")).not.toContain("canary");
  for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\r\n]/);
});
