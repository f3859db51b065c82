"use strict";

/* Bytes that may be gzipped, unpacked up to a limit: a small file may hold a large one. */
const Gzip = (() => {
  /** The bytes, unpacked if they are gzipped; a Refusal if there are more than `most`. */
  async function unpacked(bytes, most) {
    const tooLarge = () => Refusal.gaveUp(`larger than ${most} bytes, which this page checks`);
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
      if (bytes.length > most) throw tooLarge();
      return bytes;
    }
    if (typeof DecompressionStream === "undefined") {
      throw Refusal.unreadable("gzipped, which this browser cannot unpack: unpack the file first");
    }
    const reader = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream("gzip"))
      .getReader();
    const parts = [];
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw Refusal.unreadable("not a gzip file");
      });
      if (done) break;
      size += value.length;
      if (size > most) {
        reader.cancel().catch(() => {});
        throw tooLarge();
      }
      parts.push(value);
    }
    const made = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      made.set(part, at);
      at += part.length;
    }
    return made;
  }

  return { unpacked };
})();
