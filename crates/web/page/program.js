// Runs the program inside the page. It is built for WASI, so each request is one run, with the request on stdin and the answer
// on stdout.

/** @type {Promise<WebAssembly.Module>} */
const compiled = (async () => {
  const text = document.getElementById("program").textContent;
  const packed = new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]);
  const unpacked = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
})();

/** Ends a run when the program exits. */
class Exit extends Error {}

/**
 * Returns the WASI functions that the program imports. They return an error number, or 0 on success.
 * @param {Uint8Array} stdin
 * @param {Uint8Array[]} stdout
 * @param {() => ArrayBuffer} memory
 */
function wasi(stdin, stdout, memory) {
  const BAD_FILE = 8;
  const stderr = [];
  const view = () => new DataView(memory());
  const parts = (list, count) =>
    Array.from({ length: count }, (_, index) => {
      const at = list + 8 * index;
      return new Uint8Array(memory(), view().getUint32(at, true), view().getUint32(at + 4, true));
    });
  const empty = (...pointers) => {
    pointers.forEach((pointer) => view().setUint32(pointer, 0, true));
    return 0;
  };
  return {
    environ_get: () => 0,
    environ_sizes_get: empty,
    clock_time_get(_id, _precision, time) {
      view().setBigUint64(time, BigInt(Date.now()) * 1_000_000n, true);
      return 0;
    },
    random_get(pointer, length) {
      crypto.getRandomValues(new Uint8Array(memory(), pointer, length));
      return 0;
    },
    fd_read(file, list, count, read) {
      if (file !== 0) return BAD_FILE;
      let total = 0;
      for (const part of parts(list, count)) {
        const piece = stdin.subarray(0, part.length);
        part.set(piece);
        stdin = stdin.subarray(piece.length);
        total += piece.length;
      }
      view().setUint32(read, total, true);
      return 0;
    },
    fd_write(file, list, count, written) {
      if (file !== 1 && file !== 2) return BAD_FILE;
      const pieces = parts(list, count).map((part) => part.slice());
      (file === 1 ? stdout : stderr).push(...pieces);
      view().setUint32(written, pieces.reduce((total, piece) => total + piece.length, 0), true);
      return 0;
    },
    proc_exit(status) {
      throw new Exit(status === 0 ? "" : new TextDecoder().decode(bytes(stderr)));
    },
  };
}

/**
 * Joins byte strings.
 * @param {Uint8Array[]} pieces
 */
function bytes(pieces) {
  const all = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/**
 * Sends a request to the program.
 * @param {string[]} lines
 * @returns {Promise<any>} the program's answer
 */
async function ask(...lines) {
  const stdout = [];
  let instance;
  const imports = wasi(new TextEncoder().encode(lines.join("\n")), stdout, () => instance.exports.memory.buffer);
  instance = await WebAssembly.instantiate(await compiled, { wasi_snapshot_preview1: imports });
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Exit) || error.message) throw error;
  }
  return JSON.parse(new TextDecoder().decode(bytes(stdout)));
}
