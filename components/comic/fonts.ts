/**
 * Faces of the bubbles' lettering, under the names that bubbles store. The browser fetches a file
 * only for text on the page; Bangers is on every page (app/fonts.ts).
 */
import "@fontsource/bungee/400.css";
import "@fontsource/comic-neue/400.css";
import "@fontsource/comic-neue/700.css";
import "@fontsource/creepster/400.css";
import "@fontsource/fredoka-one/latin-400.css";
import "@fontsource/righteous/400.css";
