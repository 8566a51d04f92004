"use client";
/**
 * Index cards.
 *
 *   <Tabs value={tab} onValueChange={setTab} label="Ways to change the picture">
 *     <TabList><Tab value="edit" icon={<Brush />}>Modify</Tab>…</TabList>
 *     <TabPanel value="edit">…</TabPanel>
 *   </Tabs>
 *
 * Panels unmount when hidden; `keepMounted` keeps what was typed in them.
 */
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cx } from "./cx";

interface TabsProps<Value extends string> {
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  className?: string;
  children: ReactNode;
}

export function Tabs<Value extends string>({ onValueChange, ...rest }: TabsProps<Value>) {
  return <Base.Root onValueChange={(value) => onValueChange?.(value as Value)} {...rest} />;
}

export function TabList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.List className="tabs-list" aria-label={label} activateOnFocus={false}>
      {children}
    </Base.List>
  );
}

export function Tab({
  value,
  icon,
  disabled,
  children,
}: {
  value: string;
  icon?: ReactNode;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Tab className="tab" value={value} disabled={disabled}>
      {icon}
      {children}
    </Base.Tab>
  );
}

export function TabPanel({
  value,
  keepMounted,
  className,
  children,
}: {
  value: string;
  keepMounted?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Panel className={cx("tab-panel pt-4", className)} value={value} keepMounted={keepMounted}>
      {children}
    </Base.Panel>
  );
}
