"use client";
/**
 * Text controls for use inside <Field> (field.tsx). All take the native props and a ref, so that
 * react-hook-form's `register()` can be spread into them.
 *
 *   <Input type="email" autoComplete="email" {...register("email")} />
 *   <PasswordInput autoComplete="current-password" {...register("password")} />
 *   <Textarea maxLength={1000} counter warnAt={900} rows={4} {...register("description")} />
 *
 * `counter` shows "12 / 1000", in amber from `warnAt` on and in red beyond the limit. `maxLength`
 * does not cut typed or pasted text: the form's schema reports the error.
 */
import { Field as Base } from "@base-ui/react/field";
import { Eye, EyeOff } from "lucide-react";
import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from "react";
import { cx } from "../utils/cx";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <Base.Control className={cx("input", className)} {...rest} />;
}

/** A box around an input and its button. */
const boxClasses =
  "flex rounded-control border-2 border-ink bg-sheet has-aria-invalid:border-red has-focus-visible:outline-3 has-focus-visible:outline-blue";

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className={cx(boxClasses, className)}>
      <Base.Control
        className="input min-h-10 min-w-0 flex-1 border-0 bg-transparent outline-none"
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
      />
      <button
        type="button"
        className="grid w-11 flex-none place-items-center text-ink-soft hover:text-ink"
        aria-label="Show password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" size={20} /> : <Eye aria-hidden="true" size={20} />}
      </button>
    </div>
  );
}

interface TextareaProps extends ComponentProps<"textarea"> {
  counter?: boolean;
  /** Number of characters from which the counter warns. */
  warnAt?: number;
}

export function Textarea({
  className,
  counter,
  warnAt,
  maxLength,
  onChange,
  ref,
  ...rest
}: TextareaProps) {
  const own = useRef<HTMLTextAreaElement | null>(null);
  const [typed, setTyped] = useState(String(rest.value ?? rest.defaultValue ?? "").length);
  const length = rest.value === undefined ? typed : String(rest.value).length;

  // react-hook-form sets the element's value through its ref, without an event, initially and on
  // each reset. Set state only on a difference: React takes an update after each letter for an
  // endless loop and drops letters typed faster than it renders.
  useEffect(() => {
    const now = own.current?.value.length ?? typed;
    if (now !== typed) setTyped(now);
  });

  const over = maxLength !== undefined && length > maxLength;
  const near = warnAt !== undefined && length > warnAt;
  return (
    <div>
      <Base.Control
        {...(rest as ComponentProps<"input">)}
        className={cx("input", className)}
        onChange={(event) => {
          setTyped(event.currentTarget.value.length);
          onChange?.(event as unknown as ChangeEvent<HTMLTextAreaElement>);
        }}
        ref={(element: HTMLElement | null) => {
          const area = element as HTMLTextAreaElement | null;
          own.current = area;
          if (typeof ref === "function") return ref(area);
          if (ref) ref.current = area;
        }}
        render={<textarea />}
      />
      {counter && (
        <p
          className={cx(
            "mt-1 text-right text-sm",
            over ? "font-bold text-red" : near ? "font-bold text-amber" : "text-ink-soft",
          )}
        >
          <span className="sr-only">Characters: </span>
          {length}
          {maxLength !== undefined && ` / ${maxLength}`}
        </p>
      )}
    </div>
  );
}
