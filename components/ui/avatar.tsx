/**
 * A round portrait: the picture, or initials on a colour that stays the same for one `seed`.
 *
 *   <Avatar src={user.avatar} initials={initials(user)} seed={user.username} size="lg" />
 *
 * Decoration by default, as the name stands beside it; give `label` where it does not.
 */
import { cx } from "./cx";
import { hash } from "./hash";

interface AvatarProps {
  src?: string | null | undefined;
  initials: string;
  /** Chooses the colour: the username. */
  seed: string;
  size?: "sm" | "md" | "lg" | "xl";
  label?: string;
  className?: string;
}

export function Avatar({ src, initials, seed, size = "md", label, className }: AvatarProps) {
  const name = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <span
      className={cx(
        "avatar",
        size !== "md" && `avatar-${size}`,
        `avatar-${hash(seed, 5)}`,
        className,
      )}
      {...name}
    >
      {src ? (
        // biome-ignore lint/performance/noImgElement: our own origin serves it in the right size
        <img src={src} alt="" decoding="async" />
      ) : (
        initials
      )}
    </span>
  );
}
