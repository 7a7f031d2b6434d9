import assert from "node:assert/strict";
import test from "node:test";
import type { Form } from "../recording";
import { createOwners, ownersIn } from "./owners";

const owners = createOwners({ coordinates: ["q", "arm"], bodies: ["arm", "hand"], forms: [] });
const term = (...of: string[]) => ({ latex: "", text: "", of });

test("a name that is coordinate and body means both", () => assert.deepEqual(owners.of(term("arm")), [1, 2]));

test("unknown names own nothing", () => assert.deepEqual(owners.of(term("leg", "hand")), [3]));

test("a form offers those that own a term in it", () => {
  const items: Form["items"] = [
    { kind: "equation", name: "", left: [term("hand")], right: [term("q")] },
    { kind: "definition", latex: "", name: "", value: term("q") },
  ];
  const form = { form: "", title: "", about: "", used: false, operations: 0, notes: [], items };
  assert.deepEqual(ownersIn(form, owners), [0, 3]);
});
