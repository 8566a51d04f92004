/** The footer of every page: brand, links and theme. */
import { brand } from "@/lib/platform/brand";
import { ThemeSwitcher } from "./theme-switcher";

export function Footer() {
  return (
    <footer className="shell-footer mt-auto border-t-2 border-rule">
      <div className="mx-auto flex max-w-wide flex-wrap items-center justify-between gap-4 px-4 py-6 md:px-8">
        <p className="text-sm text-ink-soft">
          <span className="display text-base text-ink">{brand.name}</span>
          <span className="ml-3">{brand.tagline}</span>
        </p>
        <ThemeSwitcher />
      </div>
    </footer>
  );
}
