import { sql } from "kysely";
import type { AnyKysely } from "#server/database/migration.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** Creates the tables of jobs, idempotency keys, activities, numbers, webhooks and seeds. */
export async function createResourceTables(db: AnyKysely, dialect: DatabaseDialect): Promise<void> {
  // SQLite compares text by bytes. PostgreSQL does the same only with the collation "C"; without it, PostgreSQL uses the
  // server's language.
  const text = sql.raw(dialect === "postgres" ? 'text COLLATE "C"' : "text");
  await sql`
    CREATE TABLE jobs (
      environment ${text} NOT NULL,
      job_id ${text} NOT NULL,
      type ${text} NOT NULL,
      status ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      steps ${text} NOT NULL,
      ending ${text},
      error ${text},
      revision bigint NOT NULL,
      failures bigint NOT NULL,
      created bigint NOT NULL,
      updated bigint NOT NULL,
      due bigint,
      seeded smallint NOT NULL,
      PRIMARY KEY (environment, job_id)
    )`.execute(db);
  await sql`CREATE INDEX jobs_by_created ON jobs (environment, created, job_id)`.execute(db);
  await sql`CREATE INDEX jobs_by_due ON jobs (due) WHERE due IS NOT NULL`.execute(db);
  await sql`
    CREATE TABLE idempotency_keys (
      environment ${text} NOT NULL,
      key ${text} NOT NULL,
      body_hash ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      job_id ${text} NOT NULL,
      created bigint NOT NULL,
      PRIMARY KEY (environment, key)
    )`.execute(db);
  await sql`CREATE INDEX idempotency_keys_by_created ON idempotency_keys (created)`.execute(db);
  await sql`
    CREATE TABLE activities (
      environment ${text} NOT NULL,
      activity_id ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      type ${text} NOT NULL,
      direction ${text} NOT NULL,
      from_party ${text} NOT NULL,
      to_party ${text} NOT NULL,
      at bigint NOT NULL,
      duration_seconds bigint NOT NULL,
      description ${text},
      PRIMARY KEY (environment, activity_id)
    )`.execute(db);
  await sql`CREATE INDEX activities_by_customer ON activities (environment, customer_id, at, activity_id)`.execute(db);
  await sql`
    CREATE TABLE numbers (
      environment ${text} NOT NULL,
      number ${text} NOT NULL,
      customer_id ${text} NOT NULL,
      created bigint NOT NULL,
      seeded smallint NOT NULL,
      PRIMARY KEY (environment, number)
    )`.execute(db);
  await sql`CREATE INDEX numbers_by_created ON numbers (environment, created, number)`.execute(db);
  await sql`CREATE INDEX numbers_by_customer ON numbers (environment, customer_id, number)`.execute(db);
  await sql`CREATE TABLE number_sequences (environment ${text} PRIMARY KEY, taken bigint NOT NULL)`.execute(db);
  await sql`INSERT INTO number_sequences (environment, taken) VALUES ('production', 0), ('sandbox', 0)`.execute(db);
  await sql`
    CREATE TABLE webhooks (
      environment ${text} NOT NULL,
      webhook_id ${text} NOT NULL,
      url ${text} NOT NULL,
      events ${text} NOT NULL,
      active smallint NOT NULL,
      created bigint NOT NULL,
      seeded smallint NOT NULL,
      PRIMARY KEY (environment, webhook_id)
    )`.execute(db);
  await sql`CREATE INDEX webhooks_by_created ON webhooks (environment, created, webhook_id)`.execute(db);
  await sql`CREATE TABLE seeds (environment ${text} PRIMARY KEY, anchor bigint NOT NULL)`.execute(db);
}
