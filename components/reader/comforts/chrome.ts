/** Scrolled less than this, in px, is a finger that trembles. */
const tremor = 6;

/** The header leaves on the way down and comes back on the way up. */
export function watchChrome(): (() => void) & { show: () => void } {
  const { dataset } = document.documentElement;
  let last = window.scrollY;
  const show = () => {
    last = window.scrollY;
    delete dataset.chrome;
  };
  function onScroll() {
    const moved = window.scrollY - last;
    if (Math.abs(moved) < tremor) return;
    if (moved > 0 && window.scrollY > 120 && dataset.reader !== "pages") dataset.chrome = "hidden";
    else delete dataset.chrome;
    last = window.scrollY;
  }
  window.addEventListener("scroll", onScroll, { passive: true });
  return Object.assign(
    () => {
      window.removeEventListener("scroll", onScroll);
      show();
    },
    { show },
  );
}
