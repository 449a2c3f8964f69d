import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OwnNotificationSettings } from "#lib/contract/console/own-notification-settings.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { AnyOwnNotification } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import { maxOwnNotifications, ownNotificationsLastMs } from "#server/bff/store/own-notifications/own-notifications.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const nowMs = Date.parse("2026-11-27T10:00:00Z");

describe.each(testDialects.map((dialect) => ({ dialect })))("own notifications on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  async function person({
    role = "editor",
    environments = ["sandbox"],
    settings,
  }: {
    role?: Role;
    environments?: Environment[];
    settings?: Partial<OwnNotificationSettings>;
  } = {}) {
    const staffID = randomUUID();
    const email = `${staffID}@test.example`;
    await store.staff.add({ staffID, email, name: "Kim", role, environments, passwordHash: "hash", createdAt: 0 });
    if (settings) await store.preferences.change(staffID, { notifications: { zone: "UTC", ...settings } }, nowMs);
    return { staffID, email, environments };
  }
  type Someone = Awaited<ReturnType<typeof person>>;

  const mention = (to: AnyOwnNotification["to"], more: Partial<AnyOwnNotification> = {}): AnyOwnNotification =>
    ({
      kind: "mention",
      state: "note",
      environment: "sandbox",
      key: `mention ${randomUUID()}`,
      to,
      by: null,
      title: "Acme",
      href: "/sandbox/customers/c1",
      ...more,
    }) as AnyOwnNotification;
  const all = { unread: false, limit: 1_000, offset: 0 };
  const titlesOf = async (one: Someone) =>
    (await store.ownNotifications.list(one, all)).notifications.map(({ title }) => title);

  test("a person gets a notification once, and a read notification stays read if it is added again", async () => {
    const [kim, lee] = [await person(), await person()];
    const item = mention({ staffIDs: [kim.staffID, lee.staffID] });
    await Promise.all([1, 2, 3].map(() => store.ownNotifications.add([item], nowMs)));
    const { notifications, unread } = await store.ownNotifications.list(kim, all);
    expect(notifications).toHaveLength(1);
    expect(unread).toBe(1);
    const own = { staffID: kim.staffID, notificationID: notifications[0]?.notificationID ?? "" };
    expect(await store.ownNotifications.setRead(own, true, nowMs + 1)).toBe(true);
    expect(await store.ownNotifications.setRead({ ...own, staffID: lee.staffID }, true, nowMs)).toBe(false);
    await store.ownNotifications.add([item], nowMs + 2);
    expect(await store.ownNotifications.unread(kim)).toBe(0);
    expect(await store.ownNotifications.unread(lee)).toBe(1);
    await store.ownNotifications.setRead(own, false, nowMs + 3);
    expect(await store.ownNotifications.unread(kim)).toBe(1);
    await store.ownNotifications.add([mention({ staffIDs: [kim.staffID] }, { title: "newer" })], nowMs + 10);
    await store.ownNotifications.readAll(kim, nowMs + 5, nowMs + 20);
    const left = await store.ownNotifications.list(kim, { ...all, unread: true });
    expect(left.notifications.map(({ title }) => title)).toEqual(["newer"]);
    expect(left).toMatchObject({ total: 1, unread: 1 });
  });

  test("only active people who may use the environment get a notification, and nobody gets one about what they did themselves", async () => {
    const kim = await person();
    const elsewhere = await person({ environments: ["production"] });
    const viewer = await person({ role: "viewer" });
    const disabled = await person();
    const actor = await person();
    const change = { state: "disabled" as const };
    await store.people.change(disabled.staffID, change, nowMs, () => ({
      actor: { kind: "console" },
      action: "staff.disabled",
      outcome: "done",
    }));
    const staffIDs = [kim, elsewhere, viewer, disabled, actor].map(({ staffID }) => staffID);
    await store.ownNotifications.add([mention({ staffIDs }, { by: actor, title: "named" })], nowMs);
    const permitted = mention({ permission: "approvals.decide" }, { by: actor, title: "permitted" });
    await store.ownNotifications.add([{ ...permitted, except: [] }], nowMs + 1);
    expect(await titlesOf(kim)).toEqual(["permitted", "named"]);
    expect(await titlesOf(viewer)).toEqual(["named"]);
    for (const one of [elsewhere, disabled, actor]) expect(await titlesOf(one)).toEqual([]);
    // Earlier notifications are neither listed nor counted if the person may no longer use the environment.
    expect(await store.ownNotifications.unread({ ...kim, environments: ["production"] })).toBe(0);
    expect(await store.ownNotifications.unread({ ...kim, environments: [] })).toBe(0);
  });

  test("one of several processes claims an e-mail, and an e-mail whose answer was lost is not sent again", async () => {
    const kim = await person({ settings: { email: { mention: "now" } } });
    await store.ownNotifications.add(
      [1, 2].map(() => mention({ staffIDs: [kim.staffID] })),
      nowMs,
    );
    expect(await store.ownNotifications.peopleWithDue("email", nowMs)).toContain(kim.staffID);
    const claims = await Promise.all(
      ["a", "b", "c"].map((id) => store.ownNotifications.claimEmail(kim.staffID, `${id} ${kim.staffID}`, nowMs)),
    );
    const [claimed, ...others] = claims.filter((claim) => claim !== null);
    expect(others).toEqual([]);
    expect(claimed).toMatchObject({ to: kim.email, notifications: [{ kind: "mention" }, { kind: "mention" }] });
    await store.ownNotifications.recordEmail(claimed?.emailID ?? "", { state: "unknown", problem: "Lost." }, nowMs + 1);
    expect(await store.ownNotifications.claimEmail(kim.staffID, "later", nowMs + 24 * 60 * minuteMs)).toBeNull();
    expect(await store.ownNotifications.emailProblems(nowMs, nowMs)).toMatchObject({ unknown: 1, failed: 0 });
  });

  test("an e-mail that certainly was not sent is tried again a few times", async () => {
    const kim = await person({ settings: { email: { mention: "now" } } });
    await store.ownNotifications.add([mention({ staffIDs: [kim.staffID] })], nowMs);
    let atMs = nowMs;
    const pausesMs: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      const emailID = `${attempt} ${kim.staffID}`;
      if (!(await store.ownNotifications.claimEmail(kim.staffID, emailID, atMs))) break;
      expect(await store.ownNotifications.claimEmail(kim.staffID, "second", atMs)).toBeNull();
      await store.ownNotifications.recordEmail(emailID, { state: "not-sent", problem: "Refused." }, atMs);
      const dueAt = (await store.ownNotifications.list(kim, all)).notifications[0]?.emailAt ?? atMs;
      pausesMs.push(dueAt - atMs);
      atMs = dueAt;
    }
    expect(pausesMs.map((ms) => ms / minuteMs)).toEqual([5, 10, 20, 40, 80, 0]);
    expect((await store.ownNotifications.list(kim, all)).notifications).toMatchObject([{ emailResult: "failed" }]);
  });

  test("a notification that was due more than a day ago is not sent, for example if e-mail was configured only later", async () => {
    const settings = { email: { mention: "now" as const }, endpoint: { mention: true } };
    const kim = await person({ settings });
    const to = { staffIDs: [kim.staffID] };
    const dayMs = 24 * 60 * minuteMs;
    await store.ownNotifications.add([mention(to, { title: "old" })], nowMs - dayMs - 1);
    await store.ownNotifications.add([mention(to, { title: "recent" })], nowMs - dayMs);
    const claimed = await store.ownNotifications.claimEmail(kim.staffID, `mail ${kim.staffID}`, nowMs);
    expect(claimed?.notifications).toMatchObject([{ title: "recent" }]);
    expect(await store.ownNotifications.moveToOutbox(kim.staffID, nowMs)).toBe(1);
    for (const channel of ["email", "endpoint"] as const) {
      expect(await store.ownNotifications.peopleWithDue(channel, Number.MAX_SAFE_INTEGER)).not.toContain(kim.staffID);
    }
    expect(await titlesOf(kim)).toEqual(["recent", "old"]);
  });

  test("problems with e-mails are counted by person, with the first time and the last reason", async () => {
    const atMs = nowMs + 365 * 24 * 60 * minuteMs;
    const people = await Promise.all(
      ["failed", "unknown", "waiting", "interrupted", "sent"].map(async (name) => ({
        name,
        ...(await person({ settings: { email: { mention: "now" } } })),
      })),
    );
    const fail = (problem: string) => ({ state: "not-sent" as const, problem });
    for (const [index, { name, staffID }] of people.entries()) {
      await store.ownNotifications.add(
        [1, 2].map(() => mention({ staffIDs: [staffID] })),
        atMs,
      );
      let dueMs = atMs + index * minuteMs;
      for (let attempt = 1; attempt <= (name === "failed" ? 6 : 1); attempt += 1) {
        const emailID = `${attempt} ${staffID}`;
        await store.ownNotifications.claimEmail(staffID, emailID, dueMs);
        if (name === "failed") await store.ownNotifications.recordEmail(emailID, fail("Refused."), dueMs);
        if (name === "waiting")
          await store.ownNotifications.recordEmail(emailID, fail("Away."), dueMs + 240 * minuteMs);
        if (name === "unknown") {
          await store.ownNotifications.recordEmail(emailID, { state: "unknown", problem: "Lost." }, dueMs);
        }
        if (name === "sent") await store.ownNotifications.recordEmail(emailID, { state: "sent" }, dueMs);
        const [row] = (await store.ownNotifications.list({ staffID, environments: ["sandbox"] }, all)).notifications;
        dueMs = row?.emailAt ?? dueMs;
      }
    }
    expect(await store.ownNotifications.emailProblems(atMs, atMs + 60 * minuteMs)).toEqual({
      people: 4,
      failed: 1,
      unknown: 2,
      waiting: 1,
      sinceMs: atMs + minuteMs,
      problem: "Away.",
    });
    const [waiting] = people.filter(({ name }) => name === "waiting");
    // While the e-mail is being sent again, its problem still counts.
    const [againMs, againID] = [atMs + 300 * minuteMs, `again ${waiting?.staffID}`];
    expect(await store.ownNotifications.claimEmail(waiting?.staffID ?? "", againID, againMs)).not.toBeNull();
    expect(await store.ownNotifications.emailProblems(atMs, atMs + 60 * minuteMs)).toMatchObject({ waiting: 1 });
    await store.ownNotifications.recordEmail(againID, fail("Away."), againMs);
    // A person who has read the notification needs no e-mail, so nothing is wrong any more.
    if (waiting) await store.ownNotifications.readAll(waiting, atMs, atMs);
    await store.ownNotifications.claimEmail(waiting?.staffID ?? "", "later", atMs + 600 * minuteMs);
    expect(await store.ownNotifications.emailProblems(atMs, atMs + 60 * minuteMs)).toMatchObject({
      people: 3,
      waiting: 0,
    });
  });

  test("a notification is not sent if it was read or turned off, or if the person has lost its environment", async () => {
    const settings = { email: { mention: "now" as const } };
    const [reader, silent, moved] = [
      await person({ settings }),
      await person({ settings }),
      await person({ settings }),
    ];
    const people = [reader, silent, moved];
    await store.ownNotifications.add([mention({ staffIDs: people.map(({ staffID }) => staffID) })], nowMs);
    await store.ownNotifications.readAll(reader, nowMs, nowMs);
    await store.preferences.change(silent.staffID, { notifications: null }, nowMs);
    await store.people.change(moved.staffID, { environments: ["production"] }, nowMs, () => ({
      actor: { kind: "console" },
      action: "staff.changed",
      outcome: "done",
    }));
    for (const { staffID } of people) {
      expect(await store.ownNotifications.claimEmail(staffID, `mail ${staffID}`, nowMs)).toBeNull();
    }
    expect(await store.ownNotifications.peopleWithDue("email", Number.MAX_SAFE_INTEGER)).not.toEqual(
      expect.arrayContaining([reader.staffID]),
    );
  });

  test("notifications wait for the end of the quiet hours, and are then sent together", async () => {
    const quiet = { from: "09:00", to: "12:00", days: [1, 2, 3, 4, 5, 6, 7] };
    const kim = await person({
      settings: { email: { mention: "now", "hand-over": "now" }, endpoint: { mention: true }, quiet },
    });
    const to = { staffIDs: [kim.staffID] };
    await store.ownNotifications.add([mention(to)], nowMs);
    await store.ownNotifications.add([mention(to, { kind: "hand-over", state: "received" })], nowMs + minuteMs);
    const endMs = Date.parse("2026-11-27T12:00:00Z");
    expect(await store.ownNotifications.claimEmail(kim.staffID, `early ${kim.staffID}`, endMs - 1)).toBeNull();
    expect(await store.ownNotifications.moveToOutbox(kim.staffID, endMs - 1)).toBe(0);
    const claimed = await store.ownNotifications.claimEmail(kim.staffID, `mail ${kim.staffID}`, endMs);
    expect(claimed?.notifications.map(({ kind }) => kind)).toEqual(["mention", "hand-over"]);
    expect(await store.ownNotifications.moveToOutbox(kim.staffID, endMs)).toBe(1);
    expect(await store.ownNotifications.moveToOutbox(kim.staffID, endMs)).toBe(0);
    const events = await store.notifications.next(100);
    const event = events.map(({ body }) => JSON.parse(body)).find(({ data }) => data.staffID === kim.staffID);
    expect(event).toMatchObject({ type: "person.notified", data: { kind: "mention", title: "Acme" } });
    expect(JSON.stringify(event)).not.toContain("@");
  });

  test("old notifications are removed, and also the oldest ones of a person who has too many", async () => {
    const [kim, lee] = [await person(), await person()];
    const many = Array.from({ length: maxOwnNotifications + 2 }, (_, number) =>
      mention({ staffIDs: [kim.staffID] }, { title: String(number) }),
    );
    for (const [number, item] of many.entries()) await store.ownNotifications.add([item], nowMs + number);
    await store.ownNotifications.add([mention({ staffIDs: [lee.staffID] })], nowMs);
    await store.ownNotifications.removeOld(nowMs + minuteMs);
    const titles = await titlesOf(kim);
    expect(titles).toHaveLength(maxOwnNotifications);
    expect(titles.at(-1)).toBe("2");
    expect(await titlesOf(lee)).toHaveLength(1);
    await store.ownNotifications.removeOld(nowMs + ownNotificationsLastMs + 1);
    expect(await titlesOf(lee)).toHaveLength(0);
  });
});
