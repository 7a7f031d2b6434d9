import assert from "node:assert/strict";
import test from "node:test";
import { colours, markRules, nextColour, type Mark } from "./marks";

test("colours differ until the palette is used up", () => {
  const marks: Mark[] = [];
  for (let owner = 0; owner < colours; owner += 1) marks.push({ owner, colour: nextColour(marks) });
  assert.equal(new Set(marks.map(({ colour }) => colour)).size, colours);
  assert.equal(nextColour(marks.filter(({ colour }) => colour !== 3)), 3);
});

test("nothing is dimmed while nothing is marked", () => assert.equal(markRules([], ".equations"), ""));

test("rules speak of places and palette alone", () => {
  const rules = markRules([{ owner: 4, colour: 0 }, { owner: 7, colour: 2 }], ".equations");
  assert.match(rules, /\.equations \.term\.of-4 \{ opacity: 1;/);
  assert.match(rules, /\.equations \.term\.of-4\.of-7 \{ background: [^}]*--c2[^}]*--c0/);
});
