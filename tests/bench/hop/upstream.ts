// Runs in a separate process: an API that answers lists immediately. The API uses bare sockets, so that it takes as
// little time as possible from the processors that are measured. The body of a list depends only on its `offset`.
import { type AddressInfo, createServer } from "node:net";

/** The number of different bodies. Further offsets use the same bodies again. */
const bodies = 4_096;
const rows = 25;

function customer(number: number) {
  const digits = String(number).padStart(12, "0");
  return {
    customerID: `5b1c7a52-0000-4000-8000-${digits}`,
    companyName: `Example ${number} GmbH & Co. KG`,
    usersCount: number % 90,
    created: new Date(Date.UTC(2024, 0, 1) + number * 61_001).toISOString(),
    deletedAt: null,
    contract: { term: number % 3 ? "monthly" : "24-months", plan: number % 2 ? "essential" : "professional" },
    adminUser: { email: `admin-${number}@customer.example` },
  };
}

function answerOf(value: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

const lists = Array.from({ length: bodies }, (_, index) =>
  answerOf({
    customers: Array.from({ length: rows }, (_, row) => customer(index * rows + row)),
    total: 10_000_000,
    limit: rows,
    offset: index,
  }),
);
const token = answerOf({ access_token: "a-token-of-the-benchmark", token_type: "Bearer", expires_in: 86_400 });

const headEnd = "\r\n\r\n";

const server = createServer({ noDelay: true }, (socket) => {
  let pending = "";
  socket.on("error", () => {});
  socket.on("data", (piece) => {
    pending += piece.toString("latin1");
    for (let end = pending.indexOf(headEnd); end >= 0; end = pending.indexOf(headEnd)) {
      const head = pending.slice(0, end);
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (pending.length < end + headEnd.length + length) return;
      pending = pending.slice(end + headEnd.length + length);
      const offset = Number(/[?&]offset=(\d+)/.exec(head)?.[1] ?? 0);
      socket.write(head.startsWith("POST") ? token : (lists[offset % bodies] ?? token));
    }
  });
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
