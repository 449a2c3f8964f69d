import type { Metadata } from "next";
import { JobsList, JobsSkeleton } from "#components/jobs/jobs-list.tsx";
import { places } from "#lib/places.ts";
import { listPage } from "../list-page.tsx";

export const metadata: Metadata = { title: places.jobs.title };

export default listPage("jobs", JobsList, JobsSkeleton);
