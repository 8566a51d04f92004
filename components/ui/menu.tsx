"use client";
/**
 * A menu under a button: arrows, Home, End, first letters, Escape, click outside.
 *
 *   <Menu trigger={<Button icon label="Scene actions"><Ellipsis /></Button>}>
 *     <MenuItem icon={<Pencil />} onSelect={edit}>Edit scene</MenuItem>
 *     <MenuLink icon={<User />} href="/dashboard">Profile & Settings</MenuLink>
 *     <MenuRule />
 *     <MenuChoice label="Theme" value={theme} onValueChange={setTheme} options={[…]} />
 *   </Menu>
 */
import { Menu as Base } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import Link from "next/link";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./cx";

interface MenuProps {
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  /** Its button stays in place while the page scrolls: the menu does so too. */
  fixed?: boolean;
  /** What stands above the items and is no item itself. */
  header?: ReactNode;
  children: ReactNode;
}

export function Menu({
  trigger,
  align = "end",
  side = "bottom",
  fixed = false,
  header,
  children,
}: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className="popup-place"
          sideOffset={8}
          align={align}
          side={side}
          positionMethod={fixed ? "fixed" : "absolute"}
        >
          <Base.Popup className="popup">
            {header}
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface ItemProps {
  icon?: ReactNode;
  children: ReactNode;
}

export function MenuItem({
  icon,
  onSelect,
  disabled,
  danger,
  children,
}: ItemProps & { onSelect: () => void; disabled?: boolean; danger?: boolean }) {
  return (
    <Base.Item
      className={cx("popup-item", danger && "popup-danger")}
      onClick={onSelect}
      disabled={disabled}
    >
      {icon}
      {children}
    </Base.Item>
  );
}

export function MenuLink({ icon, href, children }: ItemProps & { href: string }) {
  return (
    <Base.LinkItem className="popup-item" closeOnClick render={<Link href={href} />}>
      {icon}
      {children}
    </Base.LinkItem>
  );
}

export function MenuRule() {
  return <Base.Separator className="popup-rule" />;
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
  return (
    <Base.Group>
      <Base.GroupLabel className="popup-label">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={onValueChange}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className="popup-item">
            <span className="popup-check">
              <Base.RadioItemIndicator>
                <Check aria-hidden="true" size={18} strokeWidth={3} />
              </Base.RadioItemIndicator>
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}
