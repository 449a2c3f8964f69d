import type { Environment } from "#lib/contract/environment.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import type { Plan, Term } from "../contract-values.ts";
import { awkwardNames } from "./awkward-names.ts";
import { createRandom, type Random } from "./random.ts";
import { type Region, regions } from "./regions.ts";

/** The age of the oldest customer, in days. */
const historyDays = 6 * 365;

/**
 * The number of customers that were created on a day decreases exponentially with the age of the day. After this many
 * days, it has decreased to about a third. Of 5,000 customers, about 40 are at most 7 days old, and 490 are at most 90
 * days old.
 */
const growthDays = 980;

/**
 * In the list, newest first, every `awkwardEvery`th customer has an awkward name. `firstAwkward` is the position of the
 * first of these customers. So the first page of the list always shows some awkward names.
 */
const awkwardEvery = 9;
const firstAwkward = 5;

/**
 * The age of a customer. `share` is the customer's position in the list, from 0 (newest) to 1 (oldest). Ages are not
 * random, so even a small set contains some recent customers.
 */
function ageMs(share: number): number {
  const whole = 1 - Math.exp(-historyDays / growthDays);
  return Math.round(-growthDays * Math.log(1 - share * whole) * dayMs);
}

const allShares = regions.reduce((sum, region) => sum + region.share, 0);

function pickRegion(random: Random): Region {
  let rest = random.below(allShares);
  for (const region of regions) {
    rest -= region.share;
    if (rest < 0) return region;
  }
  throw new Error("The shares of the regions do not add up");
}

function composeName(random: Random, region: Region): { companyName: string; domain: string } {
  const [stem, stemDomain] = random.pick(region.stems);
  const [trade, tradeDomain] = random.pick(region.trades);
  const form = random.pick(region.forms);
  const name = region.pattern.replace("{stem}", stem).replace("{trade}", trade).replace("{form}", form);
  const city = random.next() < 0.3 ? ` – ${random.pick(region.cities)}` : "";
  return { companyName: `${name}${city}`, domain: `${stemDomain}-${tradeDomain}` };
}

/** Chooses a number of users at random. Half of all customers have at most ten users, and a few have thousands. */
function drawUsers(random: Random): number {
  return Math.min(25_000, Math.max(1, Math.round(Math.exp(2.3 + 1.4 * random.normal()))));
}

function drawPlan(random: Random, users: number): Plan {
  const luck = random.next();
  if (luck < 0.06) return "hardware-only";
  const weighed = users * (0.4 + 1.2 * random.next());
  if (weighed < 12) return "essential";
  return weighed < 90 ? "professional" : "enterprise";
}

function drawTerm(random: Random): Term {
  const luck = random.next();
  if (luck < 0.2) return "monthly";
  if (luck < 0.55) return "12-months";
  return luck < 0.8 ? "24-months" : "36-months";
}

/**
 * Generates realistic customers of one environment, newest first. The same environment and count always give the same
 * customers. Their times are relative to `anchorMs`. All e-mail domains end in `.example`, which is reserved for
 * examples.
 */
export function* generateCustomers(options: {
  environment: Environment;
  count: number;
  anchorMs: number;
}): Generator<CustomerRecord, void> {
  const random = createRandom(`switchboard ${options.environment}`);
  for (let index = 0; index < options.count; index++) {
    const region = pickRegion(random);
    const composed = composeName(random, region);
    const awkward = index % awkwardEvery === firstAwkward ? awkwardNames[Math.floor(index / awkwardEvery)] : undefined;
    const [companyName, domain] = awkward ?? [composed.companyName, composed.domain];
    const users = drawUsers(random);
    const plan = drawPlan(random, users);
    const createdAgoMs = ageMs((index + random.next()) / options.count);
    const isDeleted = random.next() < 0.03;
    const deletedAgoMs = Math.floor(createdAgoMs * random.next());
    const email = `${random.pick(region.given)}.${random.pick(region.family)}@${domain}.example`;
    yield {
      customerID: random.uuid(),
      companyName,
      usersCount: plan === "hardware-only" ? Math.min(users, 5) : users,
      createdMs: options.anchorMs - createdAgoMs,
      ...(isDeleted ? { deletedMs: options.anchorMs - deletedAgoMs } : {}),
      plan,
      term: drawTerm(random),
      ...(plan === "hardware-only" ? {} : { adminEmail: email }),
    };
  }
}
