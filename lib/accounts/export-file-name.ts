import { brand } from "@/lib/platform/brand";

/** What somebody's archive is called; usernames have letters, digits, '-' and '_' alone. */
export const exportFileName = (username: string) => `${brand.slug}-${username}.zip`;
