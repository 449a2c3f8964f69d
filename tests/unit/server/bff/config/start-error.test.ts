import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { formatStartError } from "#server/bff/config/start-error.ts";
import { DatabaseOpenError } from "#server/database/open-error.ts";

/** Returns Node's own error for a server that cannot listen. */
async function listenError(port: number, host: string): Promise<unknown> {
  const server = createServer().listen(port, host);
  const [error] = await once(server, "error");
  return error;
}

test("a port that is in use is reported in one sentence, with the variable that sets another port", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const sentence = formatStartError(await listenError(port, "127.0.0.1"));
  expect(sentence).toMatch(/^Switchboard cannot listen on [^\n]*$/);
  expect(sentence).toContain(`port ${port}`);
  expect(sentence).toContain("set PORT");
});

test("an address that this machine does not have is reported in one sentence", async () => {
  const sentence = formatStartError(await listenError(0, "203.0.113.7"));
  expect(sentence).toMatch(/^Switchboard cannot listen on HOST[^\n]*$/);
});

test("an error that is not written for the operator names what has failed, with its stack", () => {
  const error = new Error("a missing table");
  expect(formatStartError(error)).toMatch(/^Switchboard did not start: Error: a missing table\n/);
  expect(formatStartError(error, "The command failed")).toMatch(/^The command failed: Error: a missing table\n/);
});

test("a database that cannot be used is reported in its own sentence", () => {
  const error = new DatabaseOpenError("database_older", "Move this database away.");
  expect(formatStartError(error)).toBe("Move this database away.");
});
