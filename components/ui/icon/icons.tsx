import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import sprite from "./icons.svg";

/** The URL of the sprite. Next imports the file as an object; the compiler of the tests imports it as a URL. */
const address: string = typeof sprite === "string" ? sprite : sprite.src;

/** An icon in the colour of the surrounding text. Screen readers ignore it unless it has a name (`aria-label`). */
export type IconComponent = (props: ComponentProps<"svg">) => ReactNode;

/**
 * Creates a component for one of Lucide's icons. All icons are in one file (icons.svg), which the browser loads once.
 * So the scripts and documents of pages do not contain icons. tests/unit/components/ui/icon/icons.test.tsx generates
 * the file.
 */
export function icon(name: string): IconComponent {
  return ({ className, ...props }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the icon is hidden or has an `aria-label`
    <svg
      aria-hidden={props["aria-label"] === undefined || undefined}
      {...props}
      className={classNames("icon", className)}
    >
      <use href={`${address}#${name}`} />
    </svg>
  );
}

export const Activity = icon("activity");
export const Archive = icon("archive");
export const ArrowDownLeft = icon("arrow-down-left");
export const ArrowDownRight = icon("arrow-down-right");
export const ArrowLeftRight = icon("arrow-left-right");
export const ArrowRight = icon("arrow-right");
export const ArrowUpDown = icon("arrow-up-down");
export const ArrowUpRight = icon("arrow-up-right");
export const Ban = icon("ban");
export const Bell = icon("bell");
export const Bookmark = icon("bookmark");
export const BookmarkPlus = icon("bookmark-plus");
export const Braces = icon("braces");
export const BriefcaseBusiness = icon("briefcase-business");
export const Building2 = icon("building-2");
export const CalendarClock = icon("calendar-clock");
export const CalendarDays = icon("calendar-days");
export const CalendarRange = icon("calendar-range");
export const ChartColumn = icon("chart-column");
export const Check = icon("check");
export const ChevronDown = icon("chevron-down");
export const ChevronFirst = icon("chevron-first");
export const ChevronLast = icon("chevron-last");
export const ChevronLeft = icon("chevron-left");
export const ChevronRight = icon("chevron-right");
export const ChevronUp = icon("chevron-up");
export const Circle = icon("circle");
export const CircleAlert = icon("circle-alert");
export const CircleCheck = icon("circle-check");
export const CircleDashed = icon("circle-dashed");
export const CircleDot = icon("circle-dot");
export const CircleHelp = icon("circle-help");
export const CirclePause = icon("circle-pause");
export const CirclePlay = icon("circle-play");
export const CircleSlash = icon("circle-slash");
export const CircleUserRound = icon("circle-user-round");
export const CircleX = icon("circle-x");
export const Clock = icon("clock");
export const Columns3 = icon("columns-3");
export const Command = icon("command");
export const Copy = icon("copy");
export const Download = icon("download");
export const Ellipsis = icon("ellipsis");
export const Equal = icon("equal");
export const ExternalLink = icon("external-link");
export const FileQuestionMark = icon("file-question-mark");
export const FileUp = icon("file-up");
export const Gauge = icon("gauge");
export const GitCompareArrows = icon("git-compare-arrows");
export const Globe = icon("globe");
export const Hand = icon("hand");
export const Hash = icon("hash");
export const History = icon("history");
export const Hourglass = icon("hourglass");
export const KeyRound = icon("key-round");
export const Keyboard = icon("keyboard");
export const LayoutDashboard = icon("layout-dashboard");
export const Link2 = icon("link-2");
export const ListChecks = icon("list-checks");
export const ListFilter = icon("list-filter");
export const LoaderCircle = icon("loader-circle");
export const LogIn = icon("log-in");
export const LogOut = icon("log-out");
export const MailOpen = icon("mail-open");
export const OctagonAlert = icon("octagon-alert");
export const Pencil = icon("pencil");
export const Pin = icon("pin");
export const PinOff = icon("pin-off");
export const Plus = icon("plus");
export const Printer = icon("printer");
export const Radio = icon("radio");
export const RefreshCw = icon("refresh-cw");
export const RotateCcw = icon("rotate-ccw");
export const RotateCw = icon("rotate-cw");
export const Save = icon("save");
export const ScrollText = icon("scroll-text");
export const Search = icon("search");
export const SearchCheck = icon("search-check");
export const SearchX = icon("search-x");
export const Send = icon("send");
export const Server = icon("server");
export const ShieldCheck = icon("shield-check");
export const SkipForward = icon("skip-forward");
export const Sparkles = icon("sparkles");
export const Star = icon("star");
export const StickyNote = icon("sticky-note");
export const Table2 = icon("table-2");
export const Tag = icon("tag");
export const Telescope = icon("telescope");
export const Ticket = icon("ticket");
export const Trash2 = icon("trash-2");
export const TriangleAlert = icon("triangle-alert");
export const Undo2 = icon("undo-2");
export const Unplug = icon("unplug");
export const UserCog = icon("user-cog");
export const UserPlus = icon("user-plus");
export const UserRound = icon("user-round");
export const Users = icon("users");
export const Webhook = icon("webhook");
export const WifiOff = icon("wifi-off");
export const X = icon("x");
