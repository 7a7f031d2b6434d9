import assert from "node:assert/strict";
import test from "node:test";
import { fileName, formatCount, formatNumber, formatQuantity, formatText, formatTime, formatUnit } from "./format";

test("numbers have so many significant digits", () => {
  assert.equal(formatNumber(3.14159), "3.142");
  assert.equal(formatNumber(0.5), "0.5");
  assert.equal(formatNumber(0.5, 4, true), "0.5000");
  assert.equal(formatNumber(-12.5), "\u221212.5");
  assert.equal(formatNumber(1000), "1000");
  assert.equal(formatNumber(0), "0");
});

test("very large and very small numbers have a power of ten", () => {
  assert.equal(formatNumber(1.2e-7), "1.2\u00d710\u207b\u2077");
  assert.equal(formatNumber(-3e12), "\u22123\u00d710\u00b9\u00b2");
  assert.equal(formatNumber(0.001), "0.001");
});

test("rounding may add a digit in front", () => {
  assert.equal(formatNumber(9.9999), "10");
  assert.equal(formatNumber(999999), "1\u00d710\u2076");
});

test("what is no number is said", () => {
  assert.equal(formatNumber(NaN), "\u2013");
  assert.equal(formatNumber(-Infinity), "\u2212\u221e");
});

test("units are set with exponents and dots", () => {
  assert.equal(formatUnit("m/s^2"), "m/s\u00b2");
  assert.equal(formatUnit("N m"), "N\u00b7m");
  assert.equal(formatUnit("deg/s"), "\u00b0/s");
  assert.equal(formatQuantity(1.5, "kg"), "1.5\u202fkg");
  assert.equal(formatQuantity(90, "deg"), "90\u00b0");
  assert.equal(formatQuantity(2, ""), "2");
});

test("times tell the frames apart", () => {
  assert.equal(formatTime(1.23456, 10), "1.23");
  assert.equal(formatTime(0.00123456, 0.01), "0.00123");
});

test("counts are grouped by three", () => {
  assert.equal(formatCount(1234567), "1\u202f234\u202f567");
  assert.equal(formatCount(12), "12");
});

test("file names keep letters only", () => {
  assert.equal(fileName("Four-bar linkage", "th'/x"), "Four-bar-linkage-th-x");
  assert.equal(fileName("../.."), "alembert");
});

test("numbers in a text", () => {
  assert.equal(formatText("1e-08"), "10\u207b\u2078");
  assert.equal(formatText("-4.4e-10 to 2.5e+03 J"), "\u22124.4\u00d710\u207b\u00b9\u2070 to 2.5\u00d710\u00b3 J");
  assert.equal(formatText("name1e5, 0x1e5, 1.2.3e4, e2e"), "name1e5, 0x1e5, 1.2.3e4, e2e");
});
