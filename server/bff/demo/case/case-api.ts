import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { environmentPrefix } from "#lib/contract/values/environments.ts";
import type { DemoApi } from "#server/bff/demo/demo-api.ts";
import type { CaseClock } from "./case-clock.ts";
import { createCaseCustomers } from "./case-customers.ts";
import { type CaseAnswer, type CaseFile, requestKey } from "./read-case.ts";

/** The messages for requests that the case file does not answer. */
const notRecorded = "This request is not in the case file.";
const noContent = "The content of this response is not in the case file: its recording was off.";
const onlyReads = "A case file is only read: nothing can be changed.";

function typeOf(text: string): string {
  if (/^\s*[[{"]/.test(text)) return "application/json";
  return text.trimStart().startsWith("<") ? "text/html" : "text/plain";
}

function send(outgoing: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  outgoing.sendDate = false;
  outgoing.writeHead(status, { ...headers, "content-type": headers["content-type"] ?? typeOf(text) });
  outgoing.end(text);
}

const refuse = (outgoing: ServerResponse, status: number, message: string) =>
  send(outgoing, status, JSON.stringify({ message }));

/**
 * Starts a server that answers like the API, with the recorded answers of a case file. Repeated requests get their
 * answers in the recorded order. Later repetitions get the last answer again. Requests that are not in the file are
 * answered only if they search for customers. The console's clock shows the time of the last answer.
 */
export async function startCaseApi(file: CaseFile, clock: CaseClock): Promise<DemoApi> {
  const next = new Map<string, number>();
  const findCustomers = createCaseCustomers(file);

  function answerOf(key: string): CaseAnswer | undefined {
    const answers = file.answers.get(key);
    const index = next.get(key) ?? 0;
    next.set(key, index + 1);
    return answers?.[Math.min(index, answers.length - 1)];
  }

  function replay(outgoing: ServerResponse, { status, text, headers, error, atMs }: CaseAnswer): void {
    clock.advanceTo(atMs);
    if (status === 0) {
      // For a recorded time-out, no answer is sent, so the request times out again. Other errors break the connection.
      if (error !== "upstream_timeout") outgoing.destroy();
      return;
    }
    if (status === 204 || (text === undefined && status >= 300)) send(outgoing, status, "", { ...headers });
    else if (text === undefined) refuse(outgoing, 404, noContent);
    else send(outgoing, status, text, { ...headers });
  }

  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const { method = "" } = incoming;
    const url = new URL(incoming.url ?? "/", "http://127.0.0.1");
    if (Object.values(environmentPrefix).some((prefix) => url.pathname === `${prefix}/auth`)) {
      const token = { access_token: randomUUID(), token_type: "Bearer", expires_in: 86_400 };
      send(outgoing, 200, JSON.stringify(token));
    } else if (method !== "GET") refuse(outgoing, 405, onlyReads);
    else {
      const key = requestKey(method, url, file.environment);
      const answer = key === undefined ? undefined : answerOf(key);
      if (answer) replay(outgoing, answer);
      else if (key?.startsWith("GET /customers ")) send(outgoing, 200, JSON.stringify(findCustomers(url.searchParams)));
      else refuse(outgoing, 404, notRecorded);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const credentials = () => ({ keyID: randomUUID(), secret: randomBytes(32).toString("base64url") });
  return {
    upstream: {
      baseUrl: `http://127.0.0.1:${port}`,
      ...(file.numbersPath !== undefined && { numbersPath: file.numbersPath }),
      credentials: { production: credentials(), sandbox: credentials() },
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
