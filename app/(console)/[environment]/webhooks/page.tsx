import type { Metadata } from "next";
import { WebhooksList, WebhooksSkeleton } from "#components/webhooks/webhooks-list.tsx";
import { places } from "#lib/places.ts";
import { listPage } from "../list-page.tsx";

export const metadata: Metadata = { title: places.webhooks.title };

export default listPage("webhooks", WebhooksList, WebhooksSkeleton);
