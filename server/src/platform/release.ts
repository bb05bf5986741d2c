/**
 * Gives the memory of bytes back that nobody reads any more, instead of leaving it to the garbage collector:
 * that lets some 35 MB of them gather, twice that where they are put together (measured 2026-11). Only for
 * what nothing is being written from any longer; bytes that share their memory with others stay.
 */
export function release(bytes: Buffer): void {
  const memory = bytes.buffer
  if (memory instanceof ArrayBuffer && memory.byteLength === bytes.byteLength) memory.transfer(0)
}
