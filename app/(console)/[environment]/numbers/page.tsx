import type { Metadata } from "next";
import { NumbersList, NumbersSkeleton } from "#components/numbers/numbers-list.tsx";
import { places } from "#lib/places.ts";
import { listPage } from "../list-page.tsx";

export const metadata: Metadata = { title: places.numbers.title };

export default listPage("numbers", NumbersList, NumbersSkeleton);
