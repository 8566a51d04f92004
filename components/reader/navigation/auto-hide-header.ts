/** Pixels of scrolling to ignore, such as a trembling finger. */
const scrollThreshold = 6;

/** Hides the header while scrolling down and shows it while scrolling up. */
export function autoHideHeader(): () => void {
  const { dataset } = document.documentElement;
  let last = window.scrollY;
  function onScroll() {
    const moved = window.scrollY - last;
    if (Math.abs(moved) < scrollThreshold) return;
    if (moved > 0 && window.scrollY > 120) dataset.chrome = "hidden";
    else delete dataset.chrome;
    last = window.scrollY;
  }
  window.addEventListener("scroll", onScroll, { passive: true });
  return () => {
    window.removeEventListener("scroll", onScroll);
    delete dataset.chrome;
  };
}
