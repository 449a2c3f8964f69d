import { expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { addressKey } from "#server/bff/access/limits/address-key.ts";
import { createRefusalRecorder, maxRecorded, maxRecordedAnonymous } from "#server/bff/audit/refusal-recorder.ts";
import { createTestClock } from "#tests/fixtures/console/create-test-bff.ts";

function createRecorder() {
  const events: NewAuditEvent[] = [];
  const services = {
    clock: createTestClock(),
    log: { warn: () => {} },
    store: { audit: { append: async (event: NewAuditEvent) => void events.push(event) } },
  };
  type Services = Parameters<typeof createRefusalRecorder>[0];
  const recorder = createRefusalRecorder(services as unknown as Services, addressKey);
  const refuse = (index: number, address: string, action: NewAuditEvent["action"] = "access.denied") =>
    recorder.record(`${action} ${address} ${index}`, {
      actor: { kind: "anonymous" },
      action,
      outcome: "denied",
      address,
    });
  return { recorder, refuse, events };
}

test("each network has its own limit, and the addresses of one /64 network share it", async () => {
  const { recorder, refuse, events } = createRecorder();
  for (let index = 0; index < maxRecorded + 15; index += 1) await refuse(index, `2001:db8:0:1::${index.toString(16)}`);
  expect(events).toHaveLength(maxRecorded);
  await refuse(0, "2001:db8:0:2::1");
  await refuse(0, "192.0.2.7");
  await refuse(0, "2001:db8:0:1::1", "sign-in.failed");
  expect(events).toHaveLength(maxRecorded + 3);
  await recorder.close();
  expect(events.slice(maxRecorded + 3)).toMatchObject([{ address: "2001:db8:0:1::64", after: { repeated: 15 } }]);
});

test("all networks together have a limit, and failed sign-ins have their own limit", async () => {
  const { recorder, refuse, events } = createRecorder();
  for (let index = 0; index < maxRecordedAnonymous + 7; index += 1) {
    await refuse(index, `10.${index >> 8}.${index & 255}.1`);
  }
  expect(events).toHaveLength(maxRecordedAnonymous);
  await refuse(0, "192.0.2.7", "sign-in.failed");
  expect(events).toHaveLength(maxRecordedAnonymous + 1);
  await recorder.close();
  expect(events.at(-1)).toMatchObject({ after: { repeated: 7 } });
  expect(events.at(-1)).not.toHaveProperty("address");
});
