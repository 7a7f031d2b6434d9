/** What the tests use of node. */
declare module "node:test" {
  export function test(name: string, body: () => void | Promise<void>): Promise<void>;
  export default test;
}

declare module "node:assert/strict" {
  function assert(value: unknown, message?: string): asserts value;
  namespace assert {
    function ok(value: unknown, message?: string): asserts value;
    function equal(actual: unknown, expected: unknown, message?: string): void;
    function notEqual(actual: unknown, expected: unknown, message?: string): void;
    function deepEqual(actual: unknown, expected: unknown, message?: string): void;
    function match(text: string, pattern: RegExp, message?: string): void;
    function doesNotMatch(text: string, pattern: RegExp, message?: string): void;
    function throws(body: () => unknown, error?: RegExp | ((error: unknown) => boolean)): void;
  }
  export default assert;
}
