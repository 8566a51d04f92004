/**
 * Buttons and links that look like buttons. No client code of their own.
 *
 *   <Button variant="primary" loading={pending} onClick={…}>Play</Button>
 *   <Button icon label="Close"><X /></Button>            icon only: `label` is its name
 *   <ButtonLink href="/login" variant="ghost" size="sm">Sign In</ButtonLink>
 *
 * One primary button per screen. While `loading`, the button keeps its width and the focus, shows
 * three drops of ink, is announced as busy and ignores clicks. Set `loading`, even if only to false,
 * on each button that writes data: it then ignores the second click of a double click, also one that
 * began on a button it has replaced. `type` defaults to "button".
 */
import Link from "next/link";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Spinner } from "./spinner";
import { cx } from "./utils/cx";

type Variant = "primary" | "secondary" | "ghost" | "danger";
type Size = "sm" | "md" | "lg";

interface ButtonBaseProps {
  variant?: Variant;
  size?: Size;
  className?: string;
  children: ReactNode;
}

const buttonClasses = (variant: Variant = "secondary", size: Size = "md", className?: string) =>
  cx("btn", variant !== "secondary" && `btn-${variant}`, size !== "md" && `btn-${size}`, className);

interface ButtonProps
  extends ButtonBaseProps,
    Omit<ComponentProps<"button">, keyof ButtonBaseProps> {
  /** Square, for one icon; requires `label`. */
  icon?: boolean;
  /** The accessible name of a button with an icon alone. */
  label?: string;
  loading?: boolean;
}

export function Button({
  variant,
  size,
  icon,
  label,
  className,
  loading,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // `detail` counts successive clicks in one place; it is 0 for the keyboard.
    if (loading || event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  const busy = loading ? { "aria-busy": true as const, "aria-disabled": true as const } : {};
  return (
    <button
      type={type}
      aria-label={label}
      className={buttonClasses(variant, size, cx(icon && "btn-icon", className))}
      onClick={loading === undefined ? onClick : handleClick}
      {...rest}
      {...busy}
    >
      {loading ? (
        <>
          {/* Keeps its space, and its name for screen readers. */}
          <span className="[display:inherit] gap-[inherit] opacity-0 [align-items:inherit] [&>svg]:size-[1.25em]">
            {children}
          </span>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        </>
      ) : (
        children
      )}
    </button>
  );
}

type ButtonLinkProps = ButtonBaseProps & Omit<ComponentProps<typeof Link>, keyof ButtonBaseProps>;

export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return <Link className={buttonClasses(variant, size, className)} {...link} />;
}
