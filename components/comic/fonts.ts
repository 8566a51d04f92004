/**
 * Faces of the bubbles' lettering, under the names that bubbles store. A file is fetched only when
 * something on the page is written in it; Bangers comes with every page (app/fonts.ts).
 */
import "@fontsource/bungee/400.css";
import "@fontsource/comic-neue/400.css";
import "@fontsource/comic-neue/700.css";
import "@fontsource/creepster/400.css";
import "@fontsource/fredoka-one/latin-400.css";
import "@fontsource/righteous/400.css";
import "./faces.css";
