"use client";
/**
 * Text controls, for use inside <Field> (field.tsx). All take the native props and a ref, so
 * react-hook-form's `register()` spreads into them.
 *
 *   <Input type="email" autoComplete="email" {...register("email")} />
 *   <PasswordInput autoComplete="current-password" {...register("password")} />
 *   <Textarea maxLength={1000} counter warnAt={900} rows={4} {...register("description")} />
 *
 * `counter` shows "12 / 1000" and turns amber from `warnAt` on and red beyond the limit. `maxLength`
 * does not cut what is typed or pasted: the form's rule says what is wrong instead.
 */
import { Field as Base } from "@base-ui/react/field";
import { Eye, EyeOff } from "lucide-react";
import { type ChangeEvent, type ComponentProps, useEffect, useRef, useState } from "react";
import { cx } from "../utils/cx";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <Base.Control className={cx("input", className)} {...rest} />;
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className={cx("input-box", className)}>
      <Base.Control
        className="input"
        type={shown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
      />
      <button
        type="button"
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
  /** Number of characters from which on the counter warns. */
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

  // A form library fills the element through its ref, without an event: at first and on each reset.
  // Nothing is set where nothing differs: an update that follows each letter looks like an endless
  // one to React, which then drops letters that come faster than it draws.
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
