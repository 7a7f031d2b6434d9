// The licence that a TrueType font carries in its table of names.

const licenceName = 13;
const windows = 3;

export function fontLicence(font) {
  const table = tableOf(font, "name");
  const texts = table + font.readUInt16BE(table + 4);
  for (let i = 0; i < font.readUInt16BE(table + 2); ++i) {
    const record = table + 6 + 12 * i;
    if (font.readUInt16BE(record) !== windows || font.readUInt16BE(record + 6) !== licenceName) continue;
    const start = texts + font.readUInt16BE(record + 10);
    const bigEndian = Buffer.from(font.subarray(start, start + font.readUInt16BE(record + 8)));
    return bigEndian.swap16().toString("utf16le").trim();
  }
  throw new Error("The font does not say its licence.");
}

function tableOf(font, name) {
  for (let i = 0; i < font.readUInt16BE(4); ++i) {
    const record = 12 + 16 * i;
    if (font.toString("latin1", record, record + 4) === name) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no table "${name}".`);
}
