import fc from "fast-check";
import { expect, test } from "vitest";
import { createEventParser } from "#lib/live-jobs/event-parser.ts";
import { applyJobUpdate, parseJobEvent } from "#lib/live-jobs/job-update.ts";

const text =
  'retry: 2000\n\nevent: job\ndata: {"a":1}\nid: AbC\n\n: heartbeat\n\nevent: end\r\ndata: {"code":"finished"}\r\n\r\n';

test("the parser returns the same events for every division into pieces", () => {
  const whole = createEventParser()(text);
  expect(whole).toEqual([
    { kind: "comment", data: "", id: undefined },
    { kind: "job", data: '{"a":1}', id: "AbC" },
    { kind: "comment", data: "", id: undefined },
    { kind: "end", data: '{"code":"finished"}', id: undefined },
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 10 }), (cuts) => {
      const parse = createEventParser();
      const ends = [0, ...cuts.sort((a, b) => a - b), text.length];
      const events = ends.slice(1).flatMap((end, index) => parse(text.slice(ends[index], end)));
      expect(events).toEqual(whole);
    }),
  );
});

const job = { jobID: "j1", state: "running", stateText: "busy", steps: [], raw: {}, asOf: "2026-11-20T12:00:00.000Z" };
const event = (kind: string, data: unknown) => parseJobEvent({ kind, data: JSON.stringify(data), id: undefined });

test("the last good state stays when the job cannot be read, and a final problem ends the stream", () => {
  const running = event("job", job);
  const lost = event("problem", { jobID: "j1", code: "not_found", detail: "Gone.", final: true });
  if (!running || !lost) throw new Error("an event was not understood");
  const known = applyJobUpdate(applyJobUpdate(undefined, running), lost);
  expect(known).toMatchObject({ job: { state: "running" }, problem: { code: "not_found" }, isOver: true });
  expect(applyJobUpdate(known, running)).toMatchObject({ problem: undefined, isOver: false });
});

test("the parser ignores an unknown line", () => {
  expect(event("job", { jobID: "j1" })).toBeUndefined();
  expect(event("toString", {})).toBeUndefined();
  expect(parseJobEvent({ kind: "job", data: "{", id: undefined })).toBeUndefined();
});
