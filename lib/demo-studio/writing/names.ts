import type { Chance } from "./chance";
import type { Genre } from "./genres";
import type { Role } from "./roles";

/** Given names for people whom the author left without one; none is a common word. */
const female =
  "Nell Ines Marta Odile Junia Tilda Romy Safiya Wanda Elif Greta Noor Pia Linnea Yara Cleo Maren Ottilie Zora Freya".split(
    " ",
  );
const male =
  "Tobin Anselm Emil Kofi Bram Ruben Idris Caspar Jonas Milo Otto Rafi Silas Levi Hugo Nico Teo Magnus Elias Arlo".split(
    " ",
  );
const either = "Robin Sacha Ari Noa Kit Remy Sami Quinn Ellis Indy Marlow Sol".split(" ");
const animal =
  "Pip Bramble Tansy Mochi Juniper Biscuit Fennel Moth Pepper Nutmeg Clover Sorrel".split(" ");
const robot = "Tock Rivet Bolt Ampere Widget Copper Fuse Sprocket".split(" ");
const mythical = "Ember Orrin Sable Thistle Cinder Brindle Mirela Fathom".split(" ");
const surnames: Partial<Record<Genre, string>> = {
  noir: "Vale Harrow Marsh Kessler Dunne Calloway Rourke Lennox",
  space: "Okafor Vance Ilyan Reyes Sato Brandt Adeyemi Novak",
  western: "Boone Mercer Tully Dawes Colter Pike",
  sea: "Penrose Larkin Tregarth Boyle Marrow Finch",
};
const anySurname = "Harrow Finch Marsh Lindqvist Okafor Penrose Aubert Castell Novak Tully";

/** A name that nobody in `taken` bears. Roles with a rank get it in front: 'Captain Reyes'. */
export function inventName(
  role: Role,
  genre: Genre,
  taken: readonly string[],
  chance: Chance,
): string {
  const used = new Set(taken.flatMap((name) => name.toLowerCase().split(/\s+/u)));
  const pool = poolOf(role);
  const free = pool.filter((name) => !used.has(name.toLowerCase()));
  const given = chance.pick(free.length > 0 ? free : pool);
  if (role.rank) {
    const family = (surnames[genre] ?? anySurname)
      .split(" ")
      .filter((name) => !used.has(name.toLowerCase()));
    return `${role.rank} ${chance.pick(family.length > 0 ? family : anySurname.split(" "))}`;
  }
  return given;
}

function poolOf(role: Role): readonly string[] {
  if (role.nature === "robot") return robot;
  if (role.nature === "animal") return animal;
  if (role.nature === "mythical") return mythical;
  if (role.gender === "female") return female;
  if (role.gender === "male") return male;
  return either;
}

/** Every given name of the pools with the gender it tells, for names that an author chose as well. */
export function genderOfInvented(name: string): "female" | "male" | null {
  if (female.includes(name)) return "female";
  if (male.includes(name)) return "male";
  return null;
}
