import { Avatar } from "@/components/ui/avatar";
import { initials } from "@/lib/accounts/display";
import type { Entity } from "@/lib/world/schema";

/** The story's cast and places beside the table, in the order in which they appeared. */
export function CastRail({ characters, locations }: { characters: Entity[]; locations: Entity[] }) {
  if (characters.length === 0 && locations.length === 0) return null;
  return (
    <aside aria-label="Cast and places" className="cast-rail">
      <EntityList title="Characters" entities={characters} />
      <EntityList title="Locations" entities={locations} />
    </aside>
  );
}

function EntityList({ title, entities }: { title: string; entities: Entity[] }) {
  if (entities.length === 0) return null;
  return (
    <section>
      <h2 className="text-sm font-bold text-ink-soft">
        {title} ({entities.length})
      </h2>
      <ul className="cast-list">
        {entities.map((entity) => {
          const [firstName, ...rest] = entity.name.split(" ");
          return (
            <li key={entity._id} title={entity.description} className="cast-member">
              <Avatar
                src={entity.primaryImageUrl}
                initials={initials({ firstName, lastName: rest.at(-1) })}
                seed={entity.name}
                size="lg"
              />
              <span>
                <span className="block font-bold leading-tight">{entity.name}</span>
                {entity.title && (
                  <span className="block text-sm text-ink-soft leading-tight">{entity.title}</span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
