/** Scrolled less than this, in px, is a finger that trembles. */
const tremor = 6;

/** The header leaves on the way down and comes back on the way up. */
export function watchChrome(): () => void {
  const { dataset } = document.documentElement;
  let last = window.scrollY;
  function onScroll() {
    const moved = window.scrollY - last;
    if (Math.abs(moved) < tremor) return;
    if (moved > 0 && window.scrollY > 120 && dataset.reader !== "pages") dataset.chrome = "hidden";
    else delete dataset.chrome;
    last = window.scrollY;
  }
  window.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    window.removeEventListener("scroll", onScroll);
    delete dataset.chrome;
  };
}
