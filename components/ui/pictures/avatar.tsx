/**
 * A round portrait: the picture, or initials on a colour derived from `seed`.
 *
 *   <Avatar src={user.avatar} initials={initials(user)} seed={user.username} size="xl" />
 *
 * Decoration, since the name is beside it.
 */

import { cx } from "../utils/cx";
import { hash } from "../utils/hash";
import { ImageWithFallback } from "./image-with-fallback";

const sizes = { sm: "size-7 text-[0.6875rem]", md: "", xl: "size-24 text-[1.75rem]" } as const;

interface AvatarProps {
  src?: string | null | undefined;
  initials: string;
  /** Chooses the colour: the username. */
  seed: string;
  size?: keyof typeof sizes;
  className?: string;
}

export function Avatar({ src, initials, seed, size = "md", className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx("avatar", sizes[size], `avatar-${hash(seed, 5)}`, className)}
    >
      {src ? <ImageWithFallback src={src} alt="" decoding="async" fallback={initials} /> : initials}
    </span>
  );
}
