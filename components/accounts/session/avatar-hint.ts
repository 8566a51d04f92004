import { avatarHintKey, showAvatarHint } from "@/components/shell/theme";
import { hash } from "@/components/ui/utils/hash";
import { initials } from "@/lib/accounts/display-name";
import type { User } from "@/lib/accounts/schema";
import { tryStorage } from "@/lib/platform/try-storage";

/**
 * Remembers the initials and the colour of this browser's account, which the next page shows in the
 * place of its menu from the first paint on; null forgets them.
 */
export function writeAvatarHint(viewer: Pick<User, "username" | "firstName" | "lastName"> | null) {
  // Where nothing can be stored, the menu itself shows them a moment later.
  tryStorage(() => {
    if (!viewer) return localStorage.removeItem(avatarHintKey);
    const hint = `${hash(viewer.username, 5)}${initials(viewer)}`;
    showAvatarHint(hint);
    localStorage.setItem(avatarHintKey, hint);
  });
}
