import { expect, test } from "vitest";
import { createTestService, credentials } from "../test-service.ts";
import { fuzzService } from "./fuzz-service.ts";

const count = 600;

test(`${count} valid, invalid and hostile requests cause no 5xx, and every answer matches the description`, async () => {
  const { app } = await createTestService();
  const counts = await fuzzService({
    count,
    seed: Number(process.env.TEST_SEED),
    credentials,
    call: async (method, path, token, body) =>
      app.request(path, {
        method,
        headers: {
          "Content-Type": "application/json",
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async send({ method, url, headers, body }) {
      const response = await app.request(url, { method, headers, ...(body === undefined ? {} : { body }) });
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
  });
  // Checks that every operation was reached. Otherwise the absence of errors would prove nothing.
  const reached = [...counts.keys()];
  expect(reached).toEqual(
    expect.arrayContaining([
      "GET /customers 200",
      "GET /customers 400",
      "GET /customers 401",
      "GET /customers/{customerID}/activities 200",
      "GET /health 200",
      "GET /jobs 200",
      "GET /jobs/{jobID} 200",
      "GET /jobs/{jobID} 400",
      "GET /numbers 200",
      "GET /webhooks 200",
      "PATCH /customers/{customerID}/contract 200",
      "PATCH /customers/{customerID}/contract 400",
      "POST /auth 200",
      "POST /auth 400",
      "POST /customers 202",
      "POST /customers 400",
      "not described 401",
      "not described 404",
      "not described 405",
    ]),
  );
});
