/** The coordinates and bodies that terms belong to. Class names are made of their places, never of their names. */
import type { Equations, Form, Term } from "../recording";

export interface Owner {
  name: string;
  kind: "coordinate" | "body";
}

export interface Owners {
  list: Owner[];
  /** Places in `list`. A coordinate and a body may have the same name: then both. */
  places(name: string): readonly number[];
  /** Of a term, in ascending order. */
  of(term: Term): number[];
}

export function createOwners(equations: Equations): Owners {
  const list: Owner[] = [
    ...equations.coordinates.map((name) => ({ name, kind: "coordinate" as const })),
    ...equations.bodies.map((name) => ({ name, kind: "body" as const })),
  ];
  const byName = new Map<string, number[]>();
  list.forEach(({ name }, place) => byName.set(name, [...(byName.get(name) ?? []), place]));
  const places = (name: string) => byName.get(name) ?? [];
  return {
    list,
    places,
    of: (term) => [...new Set(term.of.flatMap(places))].sort((a, b) => a - b),
  };
}

export function ownerClass(place: number): string {
  return `of-${place}`;
}

/** All terms of a form. */
export function* termsOf(form: Form): Generator<Term> {
  for (const item of form.items) {
    if (item.kind === "matrix") {
      for (const { term } of item.entries) if (term) yield term;
    } else if (item.kind === "equation") {
      yield* item.left;
      yield* item.right;
    } else {
      yield item.value;
    }
  }
}

/** Owners that own a term of this form, in ascending order. */
export function ownersIn(form: Form, owners: Owners): number[] {
  const found = new Set<number>();
  for (const term of termsOf(form)) for (const place of owners.of(term)) found.add(place);
  return [...found].sort((a, b) => a - b);
}
