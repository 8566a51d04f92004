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
  onValueChange: (value: Value) => void;
  className?: string;
  children: ReactNode;
}

export function Tabs<Value extends string>({ onValueChange, ...rest }: TabsProps<Value>) {
  return <Base.Root onValueChange={(value) => onValueChange(value as Value)} {...rest} />;
}

export function TabList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Base.List
      className="flex gap-1 overflow-x-auto border-b-2 border-ink px-1 pt-1 [scrollbar-width:none]"
      aria-label={label}
      activateOnFocus={false}
    >
      {children}
    </Base.List>
  );
}

/** The open tab joins the sheet below it. */
const tabClasses =
  "inline-flex min-h-11 flex-none items-center gap-2 rounded-t-control border-2 border-b-0 border-transparent px-4 py-1 font-bold whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-3 data-active:border-ink data-active:bg-yellow data-active:text-on-yellow forced-colors:not-data-active:border-[Canvas] [&>svg]:size-4.5";

interface TabProps {
  value: string;
  icon?: ReactNode;
  children: ReactNode;
}

export function Tab({ value, icon, children }: TabProps) {
  return (
    <Base.Tab className={tabClasses} value={value}>
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
    <Base.Panel
      className="pt-4 focus-visible:outline-offset-4"
      value={value}
      keepMounted={keepMounted}
    >
      {children}
    </Base.Panel>
  );
}
