import { brand } from "@/lib/platform/brand";

/** File name of a user's export; usernames consist of letters, digits, '-' and '_'. */
export const exportFileName = (username: string) => `${brand.slug}-${username}.zip`;
