"use client";
/**
 * A menu under a button: arrows, Home, End, first letters, Escape, click outside. It stands in the page
 * where its button is, so that it belongs to the same landmark.
 *
 *   <Menu trigger={<Avatar … />} header={<p>Mara</p>}>
 *     <MenuLink icon={<User />} href="/dashboard">Profile & Settings</MenuLink>
 *     <MenuItem icon={<LogOut />} onSelect={signOut}>Sign Out</MenuItem>
 *     <MenuRule />
 *     <MenuChoice label="Theme" value={theme} onValueChange={setTheme} options={[…]} />
 *   </Menu>
 */
import { Check } from "lucide-react";
import Link from "next/link";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";

interface MenuProps {
  /** Inside the button. */
  trigger: ReactNode;
  className?: string;
  /** What stands above the items and is no item itself. */
  header?: ReactNode;
  children: ReactNode;
}

export function Menu({ trigger, className, header, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  /** Where the focus begins: a press by mouse lights no item. */
  const start = useRef<"first" | "last" | "menu">("first");
  const popupId = useId();
  const buttonId = useId();

  const items = () => [
    ...(root.current?.querySelectorAll<HTMLElement>("[role^='menuitem']") ?? []),
  ];
  const show = (at: "first" | "last" | "menu") => {
    start.current = at;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens
  useEffect(() => {
    if (!open) return;
    if (start.current === "menu") popup.current?.focus();
    else
      items()
        .at(start.current === "first" ? 0 : -1)
        ?.focus();
    const onPress = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
  }, [open]);

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (!open) {
      if (key !== "ArrowDown" && key !== "ArrowUp") return;
      event.preventDefault();
      return show(key === "ArrowDown" ? "first" : "last");
    }
    // Tab goes on from the button.
    if (key === "Tab") return close();
    if (key === "Escape") {
      event.stopPropagation();
      return close();
    }
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const letter = key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey;
    const next =
      key === "ArrowDown"
        ? all[(at + 1) % all.length]
        : key === "ArrowUp"
          ? all.at(at <= 0 ? -1 : at - 1)
          : key === "Home"
            ? all[0]
            : key === "End"
              ? all.at(-1)
              : letter
                ? [...all.slice(at + 1), ...all.slice(0, at + 1)].find((item) =>
                    item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()),
                  )
                : undefined;
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and of the items
    <div ref={root} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        id={buttonId}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? popupId : undefined}
        onClick={({ detail }) => (open ? close() : show(detail > 0 ? "menu" : "first"))}
      >
        {trigger}
      </button>
      {open && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: an item's own key clicks it
        <div
          ref={popup}
          id={popupId}
          role="menu"
          tabIndex={-1}
          aria-labelledby={buttonId}
          className="popup popup-menu"
          onClick={({ target }) => {
            const item = (target as Element).closest("[role^='menuitem']");
            // A choice is seen where it was made.
            if (item && item.role !== "menuitemradio") close();
          }}
        >
          {header}
          {children}
        </div>
      )}
    </div>
  );
}

const take = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.focus();

/** Of every item: reached by arrows alone, lit by the pointer. */
const item = { tabIndex: -1, className: "popup-item", onPointerMove: take } as const;

interface ItemProps {
  icon?: ReactNode;
  children: ReactNode;
}

export function MenuItem({ icon, onSelect, children }: ItemProps & { onSelect: () => void }) {
  return (
    <button {...item} type="button" role="menuitem" onClick={onSelect}>
      {icon}
      {children}
    </button>
  );
}

export function MenuLink({ icon, href, children }: ItemProps & { href: string }) {
  return (
    <Link {...item} role="menuitem" href={href}>
      {icon}
      {children}
    </Link>
  );
}

export function MenuRule() {
  return <hr className="popup-rule" />;
}

export function MenuChoice<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}) {
  const labelId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a menu
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className="popup-label">
        {label}
      </p>
      {options.map((option) => (
        <button
          {...item}
          key={option.value}
          type="button"
          role="menuitemradio"
          aria-checked={option.value === value}
          onClick={() => onValueChange(option.value)}
        >
          <span className="popup-check">
            {option.value === value && <Check aria-hidden="true" size={18} strokeWidth={3} />}
          </span>
          {option.label}
        </button>
      ))}
    </div>
  );
}
