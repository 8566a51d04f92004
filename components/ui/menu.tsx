"use client";
/**
 * A menu under a button, with arrow keys, Home, End, first letters, Escape and click outside. It is
 * a native `popover`, so that it lies above everything and stays in the landmark of its button.
 *
 *   <Menu trigger={(props) => <Button icon label="Scene actions" {...props}><Ellipsis /></Button>}>
 *     <MenuLink icon={User} href="/dashboard">Profile & Settings</MenuLink>
 *     <MenuItem icon={Pencil} onSelect={edit}>Edit scene</MenuItem>
 *     <MenuSeparator />
 *     <MenuRadioGroup label="Theme" value={theme} onValueChange={setTheme} options={[…]} />
 *   </Menu>
 */
import { Check, type LucideIcon } from "lucide-react";
import Link from "next/link";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { popupCheck, popupItem, popupLabel, popupMenu } from "./utils/popup-classes";

interface TriggerProps {
  id: string;
  popoverTarget: string;
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

interface MenuProps {
  trigger: (props: TriggerProps) => ReactElement;
  /** Content above the items that is not an item. */
  header?: ReactNode;
  children: ReactNode;
}

export function Menu({ trigger, header, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const popupId = useId();
  const buttonId = useId();

  const items = () => [
    ...(popup.current?.querySelectorAll<HTMLElement>("[role^='menuitem']:not(:disabled)") ?? []),
  ];
  const close = () => popup.current?.hidePopover();

  // biome-ignore lint/correctness/useExhaustiveDependencies: items are rendered once it is open
  useEffect(() => {
    if (open) items()[0]?.focus();
  }, [open]);

  function onTriggerKey(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    // A click rather than showPopover: the browser anchors only a popover opened by its button.
    if (!open) event.currentTarget.click();
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    // Tab continues from the button.
    if (key === "Tab") return close();
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next =
      key === "ArrowDown"
        ? all[(at + 1) % all.length]
        : key === "ArrowUp"
          ? all.at(at <= 0 ? -1 : at - 1)
          : key === "Home"
            ? all[0]
            : key === "End"
              ? all.at(-1)
              : [...all.slice(at + 1), ...all.slice(0, at + 1)].find((item) =>
                  startsWith(item, event),
                );
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <>
      {trigger({
        id: buttonId,
        popoverTarget: popupId,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        onKeyDown: onTriggerKey,
      })}
      <div
        ref={popup}
        id={popupId}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-labelledby={buttonId}
        className={menuClasses}
        onToggle={({ newState }) => setOpen(newState === "open")}
        onKeyDown={onKeyDown}
        onClick={({ target }) => {
          const item = (target as Element).closest("[role^='menuitem']");
          // A radio choice stays open to show its effect.
          if (item && item.role !== "menuitemradio") close();
        }}
      >
        {open && header}
        {open && children}
      </div>
    </>
  );
}

function startsWith(element: HTMLElement, { key, ctrlKey, metaKey }: KeyboardEvent) {
  const isLetter = key.length === 1 && key !== " " && !ctrlKey && !metaKey;
  return isLetter && element.textContent?.trim().toLowerCase().startsWith(key.toLowerCase());
}

const focusOnHover = ({ currentTarget }: PointerEvent<HTMLElement>) => currentTarget.focus();

const menuClasses = `${popupMenu} max-h-[calc(100dvh-var(--header)-1rem)] w-max max-w-[min(22rem,100vw-2rem)] min-w-48`;

/** On touch screens no item is preselected. */
const itemClasses = `${popupItem} focus-visible:bg-yellow focus-visible:text-on-yellow [@media(hover:hover)]:focus:bg-yellow [@media(hover:hover)]:focus:text-on-yellow`;

/** Props of every item: the arrow keys focus it, and so does the pointer. */
const item = { tabIndex: -1, className: itemClasses, onPointerMove: focusOnHover } as const;

interface ItemProps {
  icon?: LucideIcon;
  children: ReactNode;
}

export function MenuItem({
  icon: Icon,
  onSelect,
  disabled,
  children,
}: ItemProps & { onSelect: () => void; disabled?: boolean }) {
  return (
    <button {...item} type="button" role="menuitem" disabled={disabled} onClick={onSelect}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </button>
  );
}

export function MenuLink({ icon: Icon, href, children }: ItemProps & { href: string }) {
  return (
    <Link {...item} role="menuitem" href={href}>
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </Link>
  );
}

export function MenuSeparator() {
  return <hr className="mx-2 my-1 h-0.5 bg-rule" />;
}

export function MenuRadioGroup<Value extends string>({
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu
    <div role="group" aria-labelledby={labelId}>
      <p id={labelId} className={popupLabel}>
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
          <span className={popupCheck}>
            {option.value === value && <Check aria-hidden="true" size={18} strokeWidth={3} />}
          </span>
          {option.label}
        </button>
      ))}
    </div>
  );
}
