import {
  Activity,
  ArrowLeftRight,
  Bell,
  Gauge,
  GitCompareArrows,
  Hash,
  History,
  type IconComponent,
  KeyRound,
  LayoutDashboard,
  ScrollText,
  Server,
  ShieldCheck,
  UserCog,
  Users,
  Webhook,
} from "#components/ui/icon/icons.tsx";
import { may, type Permission } from "#lib/contract/access/permissions.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { shellTexts as texts } from "./texts.ts";

/** A row of the rail. */
export interface Place {
  label: string;
  icon: IconComponent;
  href: (environment: Environment) => string;
  /** Pages elsewhere that are reached from it. */
  hasToo?: (environment: Environment) => readonly string[];
  /** Whether it is a tab on a narrow screen, which has room for four; the others stand under "More" there. */
  isTab?: true;
  /** Shows how many wait for this person, or for anybody. */
  hasCount?: true;
  /** What a person needs to open it; absent: everybody may. */
  permission?: Permission;
}

export interface PlaceGroup {
  /** Absent for the pages of every day's work. */
  title?: string;
  places: readonly Place[];
}

/**
 * The rail, in order; a group without a row for this person is not shown. A page of no environment ignores what
 * its `href` is given.
 */
const groups: readonly PlaceGroup[] = [
  {
    places: [
      { label: texts.overview, icon: LayoutDashboard, href: (at) => pages.overview(at), isTab: true },
      { label: texts.attention, icon: Bell, href: () => pages.attention(), isTab: true, hasCount: true },
      { label: texts.customers, icon: Users, href: (at) => pages.customers(at), isTab: true },
      { label: texts.jobs, icon: Activity, href: (at) => pages.jobs(at) },
      { label: texts.numbers, icon: Hash, href: (at) => pages.numbers(at) },
      { label: texts.webhooks, icon: Webhook, href: (at) => pages.webhooks(at) },
      {
        label: texts.operations,
        icon: History,
        href: (at) => pages.operations(at),
        hasToo: (at) => [pages.bulks(at), pages.imports(at), pages.planned(at)],
        isTab: true,
      },
    ],
  },
  {
    title: texts.api,
    places: [
      { label: texts.apiCalls, icon: ArrowLeftRight, href: (at) => pages.calls(at) },
      { label: texts.apiStatus, icon: Gauge, href: (at) => pages.apiStatus(at) },
      { label: texts.apiProfile, icon: GitCompareArrows, href: (at) => pages.apiProfile(at) },
    ],
  },
  {
    title: texts.administration,
    places: [
      { label: texts.staff, icon: UserCog, href: () => pages.staff(), permission: "staff.manage" },
      { label: texts.clients, icon: KeyRound, href: () => pages.clients(), permission: "clients.manage" },
      { label: texts.policy, icon: ShieldCheck, href: () => pages.policy(), permission: "policy.manage" },
      { label: texts.audit, icon: ScrollText, href: () => pages.audit(), permission: "audit.read" },
      { label: texts.systemStatus, icon: Server, href: () => pages.status(), permission: "status.read" },
    ],
  },
];

/** The groups of rows that a person of this role sees. */
export function placesFor(role: Role): PlaceGroup[] {
  return groups
    .map((group) => ({
      ...group,
      places: group.places.filter((place) => place.permission === undefined || may(role, place.permission)),
    }))
    .filter(({ places }) => places.length > 0);
}

/** Whether the page at `pathname` belongs to `place`: it is that page, or one below it. */
export function isPlace({ href, hasToo }: Place, environment: Environment, pathname: string): boolean {
  const has = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  const to = href(environment);
  // Every page of an environment is below its overview.
  const isHere = to === pages.overview(environment) ? pathname === to : has(to);
  return isHere || hasToo?.(environment).some(has) === true;
}
