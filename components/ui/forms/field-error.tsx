import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../utils/cx";

/** `field-error` keeps the prompt bar open (theme.css). */
export const fieldErrorClasses = "field-error flex gap-1.5 text-sm font-bold text-red";

export const FieldErrorIcon = () => (
  <CircleAlert aria-hidden="true" className="h-5 w-4.5 flex-none" />
);

interface FieldErrorProps {
  id?: string;
  className?: string;
  children: ReactNode;
}

/** The error of a control outside of a Field. */
export const FieldError = ({ id, className, children }: FieldErrorProps) => (
  <p id={id} role="alert" className={cx(fieldErrorClasses, className)}>
    <FieldErrorIcon />
    <span>{children}</span>
  </p>
);
