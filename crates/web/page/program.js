// Runs the program inside the page. It is built for WASI, so each request is one run, with the request on stdin and the answer
// on stdout.

/** @type {Promise<WebAssembly.Module>} */
const compiled = (async () => {
  const text = document.getElementById("program").textContent;
  const packed = new Blob([Uint8Array.from(atob(text), (character) => character.charCodeAt(0))]);
  const unpacked = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
})();

/**
 * Returns the WASI functions that the program imports. They return an error number, or 0 on success.
 * @param {Uint8Array} stdin
 * @param {Record<number, Uint8Array[]>} outputs by file number
 * @param {() => ArrayBuffer} memory
 */
function wasi(stdin, outputs, memory) {
  const view = () => new DataView(memory());
  const store = (pointer, value) => {
    view().setUint32(pointer, value, true);
    return 0;
  };
  // Reads and writes use only the first buffer of a list. The program repeats them for the rest.
  const first = (list) => new Uint8Array(memory(), view().getUint32(list, true), view().getUint32(list + 4, true));
  return {
    environ_get: () => 0,
    environ_sizes_get: (count, size) => store(count, 0) || store(size, 0),
    clock_time_get(_id, _precision, time) {
      view().setBigUint64(time, BigInt(Date.now()) * 1_000_000n, true);
      return 0;
    },
    random_get(pointer, length) {
      crypto.getRandomValues(new Uint8Array(memory(), pointer, length));
      return 0;
    },
    fd_read(_file, list, _count, read) {
      const piece = stdin.subarray(0, first(list).length);
      first(list).set(piece);
      stdin = stdin.subarray(piece.length);
      return store(read, piece.length);
    },
    fd_write(file, list, _count, written) {
      outputs[file].push(first(list).slice());
      return store(written, first(list).length);
    },
    proc_exit(status) {
      throw new Error(`the program ended with status ${status}`);
    },
  };
}

/**
 * Sends a request to the program.
 * @param {string[]} lines
 * @returns {Promise<any>} the program's answer
 */
async function ask(...lines) {
  const [stdout, stderr] = [[], []];
  let instance;
  const imports = wasi(new TextEncoder().encode(lines.join("\n")), { 1: stdout, 2: stderr }, () => instance.exports.memory.buffer);
  instance = await WebAssembly.instantiate(await compiled, { wasi_snapshot_preview1: imports });
  try {
    instance.exports._start();
  } catch (error) {
    throw new Error((await new Blob(stderr).text()) || error.message);
  }
  // Reading a blob takes a turn of the event loop, so the page handles events between two requests.
  return JSON.parse(await new Blob(stdout).text());
}
