// Long texts as C++ that every compiler takes: none is held to accept a string literal above 65536 characters.

const pieceBytes = 60000;
const lineBytes = 160;

/** A source that defines a std::string_view alembert::NAME for every text. */
export function cppSource(texts) {
  const definitions = Object.entries(texts).map(([name, text]) => definition(name, Buffer.from(text, "utf8")));
  return `// Made by page/build.mjs.
#include <initializer_list>
#include <string>
#include <string_view>

namespace alembert {

extern const std::string_view page_before;
extern const std::string_view page_after;

namespace {

std::string joined(std::initializer_list<std::string_view> pieces) {
  std::string result;
  for (const std::string_view piece : pieces) result += piece;
  return result;
}

}  // namespace

${definitions.join("\n")}
}  // namespace alembert
`;
}

function definition(name, bytes) {
  if (bytes.includes(0)) throw new Error(`${name} contains a zero byte, where a C string ends.`);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(literal(bytes.subarray(at, at + pieceBytes)));
  return `static const std::string ${name}_text = joined({
${pieces.join(",\n\n")}});
const std::string_view ${name} = ${name}_text;
`;
}

/** Adjacent literals, a line each. Octal escapes have three digits at most: what follows never becomes part of them. */
function literal(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; at += lineBytes) {
    let line = "";
    for (const byte of bytes.subarray(at, at + lineBytes)) line += escaped(byte);
    lines.push(`    "${line}"`);
  }
  return lines.join("\n");
}

function escaped(byte) {
  const character = String.fromCharCode(byte);
  if (character === "\n") return "\\n";
  if (byte < 32 || byte > 126) return "\\" + byte.toString(8).padStart(3, "0");
  // Question marks: two of them could start a trigraph.
  return '"\\?'.includes(character) ? "\\" + character : character;
}
