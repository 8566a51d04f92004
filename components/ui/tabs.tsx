"use client";
/**
 * Tabs that look like index cards.
 *
 *   <Tabs value={tab} onValueChange={setTab}>
 *     <TabList label="Ways to change the picture">
 *       <Tab value="edit" icon={<Brush />}>Modify</Tab>…
 *     </TabList>
 *     <TabPanel value="edit">…</TabPanel>
 *   </Tabs>
 *
 * Panels unmount when hidden; `keepMounted` preserves their input.
 */
import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  value: Value;
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

interface TabProps {
  value: string;
  icon?: ReactNode;
  children: ReactNode;
}

export function Tab({ value, icon, children }: TabProps) {
  return (
    <Base.Tab className="tab" value={value}>
      {icon}
      {children}
    </Base.Tab>
  );
}

export function TabPanel({
  value,
  keepMounted,
  children,
}: {
  value: string;
  keepMounted?: boolean;
  children: ReactNode;
}) {
  return (
    <Base.Panel className="tab-panel pt-4" value={value} keepMounted={keepMounted}>
      {children}
    </Base.Panel>
  );
}
